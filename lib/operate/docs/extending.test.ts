import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IS_LONG } from "@/e2e/long";
import { ROOT, readFile } from "@/e2e/sources";
import { LOCALES } from "@/lib/vocabulary/locales";

type Block = { readonly kind: string; readonly target: string; readonly text: string };

const sections = readFile("docs/extending.md")
  .split(/^## /m)
  .slice(1)
  .map((section) => [section.slice(0, section.indexOf("\n")), blocksOf(section)] as const);

describe("docs/extending.md", () => {
  test("docs/extending.md contains one example of each task", () => {
    expect(sections.map(([title]) => title)).toEqual([
      ...["A quality check", "A warning", "A document format", "An engine", "A route", "A language of the interface"],
    ]);
    for (const [title, blocks] of sections) expect(blocks.at(-1)?.kind, title).toBe("sh");
  });

  test("the changes in docs/extending.md can be applied to the current code", () => {
    const files = new Map<string, string>();
    const read = (file: string) => files.get(file) ?? readFile(file);
    const blocks = sections.flatMap(([, blocks]) => blocks);
    apply(blocks, read, (file, text) => files.set(file, text));
    expect(files.size).toBeGreaterThan(25);
  });
});

describe.runIf(IS_LONG)("applying all examples to a copy of the project", () => {
  let copy = "";
  beforeAll(() => {
    copy = fs.mkdtempSync(path.join(os.tmpdir(), "extending-"));
  });
  afterAll(() => fs.rmSync(copy, { recursive: true, force: true }));
  const run = (command: string) => {
    // An empty environment: settings of this test run would affect the tests of the copy.
    const clean = ["-i", `PATH=${process.env.PATH}`, `HOME=${process.env.HOME}`, "bash", "-c", command];
    const { status, stdout, stderr } = spawnSync("env", clean, { cwd: copy, encoding: "utf8" });
    expect(status, `${command}\n${stdout}\n${stderr}`.slice(-6_000)).toBe(0);
  };

  test("a copy of the project contains all tracked files and packages", () => {
    const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" }).split("\0");
    for (const file of tracked.filter((name) => name !== "" && fs.existsSync(path.join(ROOT, name))))
      fs.cpSync(path.join(ROOT, file), path.join(copy, file));
    // Copied as hard links if the folder is on the same disk, because the build follows no symbolic link out of the
    // project.
    const packages = path.join(ROOT, "node_modules");
    run(`cp -al '${packages}' . 2>/dev/null || { rm -rf node_modules; cp -a '${packages}' .; }`);
  });

  test.each(sections)(
    "the copy of the project passes lint and the example's commands after applying “%s”",
    (_, blocks) => {
      const place = (file: string) => path.join(copy, file);
      const write = (file: string, text: string) => {
        fs.mkdirSync(path.dirname(place(file)), { recursive: true });
        fs.writeFileSync(place(file), text);
      };
      const changed = apply(blocks, (file) => fs.readFileSync(place(file), "utf8"), write);
      run(`npx biome check ${[...changed].join(" ")}`);
      run(`set -e\n${blocks.at(-1)!.text}`);
    },
    900_000,
  );

  test(
    "the copy of the project passes the type check after applying all examples",
    () => run("npm run typecheck"),
    600_000,
  );
});

/** Applies blocks of changes in order; returns the files that changed. */
function apply(
  blocks: readonly Block[],
  read: (file: string) => string,
  write: (file: string, text: string) => void,
): Set<string> {
  const changed = new Set<string>();
  const save = (file: string, text: string) => {
    changed.add(file);
    write(file, text);
  };
  for (const { kind, target, text } of blocks) {
    if (kind === "diff") save(target, patched(read(target), text, target));
    else if (kind === "json") {
      const names = JSON.parse(text) as Record<string, string>;
      expect(Object.keys(names).sort(), target).toEqual([...LOCALES].sort());
      for (const locale of LOCALES) {
        const file = `lib/i18n/messages/${locale}.json`;
        const messages = JSON.parse(read(file));
        const keys = target.split(".");
        const last = keys.pop()!;
        keys.reduce((part, key) => part[key], messages)[last] = names[locale];
        save(file, `${JSON.stringify(messages, null, 2)}\n`);
      }
    } else if (kind === "ts") save(target, text);
  }
  return changed;
}

/**
 * Applies one block of changes. Its lines without `+` must occur in the file exactly once; of its last line, the
 * beginning suffices.
 */
function patched(source: string, diff: string, file: string): string {
  const lines = diff.trimEnd().split("\n");
  const side = (other: string) =>
    lines
      .filter((line) => !line.startsWith(other))
      .map((line) => line.slice(1))
      .join("\n");
  const [before, after] = [side("+"), side("-")];
  expect(source.split(before).length - 1, `${file} has once: ${before}`).toBe(1);
  return source.replace(before, () => after);
}

function blocksOf(section: string): Block[] {
  return [...section.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].map(([, kind, target, text]) => ({
    kind: kind!,
    target: target ?? "",
    text: text!,
  }));
}
