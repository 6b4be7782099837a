import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ENV_SECTIONS, EnvSchema } from "@/lib/env";
import { ERRORS } from "@/lib/errors";
import { configurationPage } from "./configuration";
import { formatsPage } from "./formats";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => fs.readFileSync(path.join(root, file), "utf8");
const pages = ["README.md", "CHANGELOG.md", ...markdownBelow("docs"), ...markdownBelow(".github")];

describe("the documentation", () => {
  test("docs/configuration.md is what lib/env.ts says (npm run docs)", () => {
    expect(read("docs/configuration.md")).toBe(configurationPage());
  });

  test("docs/formats.md is what the formats say (npm run docs)", () => {
    expect(read("docs/formats.md")).toBe(formatsPage());
  });

  test("every setting has a description, and sections start at settings that exist", () => {
    const undescribed = Object.entries(EnvSchema.shape).filter(([, setting]) => !setting.description);
    expect(undescribed.map(([name]) => name)).toEqual([]);
    expect(Object.keys(EnvSchema.shape)).toEqual(expect.arrayContaining(Object.keys(ENV_SECTIONS)));
  });

  test("every error code has its section and status in docs/errors.md", () => {
    const sections = [...read("docs/errors.md").matchAll(/^## (\w+)\n\n(\d{3})\./gm)].map(([, code, status]) => [
      code,
      status,
    ]);
    expect(sections).toEqual(Object.entries(ERRORS).map(([code, { status }]) => [code, String(status)]));
  });

  test("links between pages lead to files and headings that exist", () => {
    expect(pages.length).toBeGreaterThan(15);
    const broken = pages.flatMap((page) =>
      linksOf(page)
        .filter((link) => !leadsSomewhere(page, link))
        .map((link) => `${page}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  test("every npm script that a page names exists", () => {
    const scripts = Object.keys(JSON.parse(read("package.json")).scripts as Record<string, string>);
    const named = pages.flatMap((page) =>
      [...read(page).matchAll(/npm run (?:-s )?([\w:-]+)/g)].map((match) => match[1]!),
    );
    expect([...new Set(named)].filter((name) => !scripts.includes(name))).toEqual([]);
  });
});

function markdownBelow(folder: string): string[] {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`);
}

/** Targets of links that stay in the repository. */
function linksOf(page: string): string[] {
  const prose = read(page).replace(/```[\s\S]*?```|`[^`\n]*`/g, "");
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g), ...prose.matchAll(/(?:src|srcset|href)="([^"]+)"/g)];
  return targets.map((match) => match[1]!).filter((target) => !/^(?:https?|mailto):/.test(target));
}

function leadsSomewhere(page: string, link: string): boolean {
  const [file = "", heading] = link.split("#");
  const target = file === "" ? page : path.posix.join(path.posix.dirname(page), file);
  if (!fs.existsSync(path.join(root, target))) return false;
  return heading === undefined || headingsOf(target).includes(heading);
}

/** Anchors as GitHub makes them. */
function headingsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.+)$/gm)].map((match) =>
    match[1]!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(" ", "-"),
  );
}
