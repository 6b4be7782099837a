import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { Format } from "./format";
import { FORMATS } from "./registry";

const readme = readFileSync(path.resolve(import.meta.dirname, "../../README.md"), "utf8");

/** The line of a format in the README. */
function row({ name, extensions, translates, leaves }: Format): string {
  return `| ${[name, extensions.map((extension) => `.${extension}`).join(" "), translates, leaves].join(" | ")} |`;
}

test.each(FORMATS.map((format) => [format.id, format] as const))(
  "the README says of %s what the format itself says",
  (_, format) => {
    expect(readme.split("\n")).toContain(row(format));
  },
);
