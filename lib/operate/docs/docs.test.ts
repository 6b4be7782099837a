import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { codeBelow, filesBelow, ROOT, readFile } from "@/e2e/sources";
import { ENV_SECTIONS, EnvSchema } from "@/lib/base/env";
import { ERRORS } from "@/lib/base/errors";
import { clientTable } from "@/lib/http/compat/client-settings";
import { listFormats } from "@/lib/translation/documents";
import { configurationPage } from "./configuration";
import { formatsPage } from "./formats";

const pages = ["README.md", "CHANGELOG.md", ...filesBelow("docs", ".github").filter((file) => file.endsWith(".md"))];

describe("the documentation", () => {
  test("docs/configuration.md matches the page generated from lib/base/env.ts (npm run docs)", () => {
    expect(readFile("docs/configuration.md")).toBe(configurationPage());
  });

  test("docs/formats.md matches the page generated from the formats (npm run docs)", () => {
    expect(readFile("docs/formats.md")).toBe(formatsPage());
  });

  test("the table in docs/formats.md lists exactly the format-specific options of GET /formats", () => {
    const rows = [...readFile("docs/formats.md").matchAll(/^\| (.+) \|$/gm)].map(([, row]) => row!.split(" | "));
    for (const { name, extensions, translates, leaves, options, id } of listFormats().formats) {
      const [row, ...others] = rows.filter(([first]) => first === name);
      expect(others, name).toEqual([]);
      expect(row?.slice(1, 4), name).toEqual([extensions.map((one) => `.${one}`).join(" "), translates, leaves]);
      const written = new Set([...(row?.[4] ?? "").matchAll(/`(\w+)`/g)].map(([, word]) => word));
      const common = new Set(["true", "false", "xliff", id]);
      const listed = options
        .filter(
          ({ name, values }) =>
            name !== "segmentation" && !(name === "output" && values?.every((one) => common.has(one))),
        )
        .flatMap(({ name, values }) => [name, ...(values ?? []).filter((one) => !common.has(one) || written.has(one))]);
      expect([...written].sort(), name).toEqual([...new Set(listed)].sort());
    }
  });

  test("docs/clients.md contains the table of client settings shown at /docs", () => {
    expect(readFile("docs/clients.md")).toContain(`\n${clientTable("https://translate.example.org")}\n`);
  });

  test("every setting has a description, and every section of settings starts at an existing setting", () => {
    const undescribed = Object.entries(EnvSchema.shape).filter(([, setting]) => !setting.description);
    expect(undescribed.map(([name]) => name)).toEqual([]);
    expect(Object.keys(EnvSchema.shape)).toEqual(expect.arrayContaining(Object.keys(ENV_SECTIONS)));
  });

  test("docs/errors.md has a section with the HTTP status for every error code", () => {
    const sections = [...readFile("docs/errors.md").matchAll(/^## (\w+)\n\n(\d{3})\./gm)].map(([, code, status]) => [
      code,
      status,
    ]);
    expect(sections).toEqual(Object.entries(ERRORS).map(([code, { status }]) => [code, String(status)]));
  });

  test("links between pages lead to existing files and headings", () => {
    expect(pages.length).toBeGreaterThan(15);
    const broken = pages.flatMap((page) =>
      linksOf(page)
        .filter((link) => !leadsSomewhere(page, link))
        .map((link) => `${page}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  test("every npm command named on a page exists, and docs/commands.md lists all of them", () => {
    const scripts = Object.keys(JSON.parse(readFile("package.json")).scripts as Record<string, string>);
    const named = [...pages, ...filesBelow("deploy", ".github/workflows").filter(isFile)].flatMap((page) =>
      [...readFile(page).matchAll(/npm run (?:-s |--silent )?([\w:-]+)/g)].map((match) => match[1]!),
    );
    expect([...new Set(named)].filter((name) => !scripts.includes(name))).toEqual([]);
    const listed = [...readFile("docs/commands.md").matchAll(/^\| `npm (?:run )?([\w:-]+)/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual(scripts.sort());
  });

  test("every setting named on a page or in a deployment file is defined in lib/base/env.ts or belongs to another program", () => {
    const deployment = filesBelow("deploy").filter((file) => isFile(file) && !file.endsWith(".json"));
    const foreign = /^(?:OTEL_\w*|POSTGRES_\w+|AF_\w+|NEXT_TELEMETRY_DISABLED|GH_TOKEN)$/;
    const ours = new Set([...Object.keys(EnvSchema.shape), ...Object.keys(ERRORS), ...namesInCode()]);
    const wrong = [...pages.filter((page) => page !== "docs/clients.md").map(codeSpansOf), ...deployment.map(readFile)]
      .flatMap((text) => text.match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g) ?? [])
      .filter((name) => !ours.has(name) && !foreign.test(name));
    expect([...new Set(wrong)]).toEqual([]);
  });

  test("every file named on a page exists", () => {
    const files = filesBelow("app", "components", "db", "deploy", "docs", "e2e", "lib", ".github");
    const isThere = (name: string) =>
      files.includes(name) || (name.includes("*") && files.some((file) => matches(file, name)));
    const names = new Set(files.map((file) => path.posix.basename(file)));
    const wrong = pages.flatMap((page) =>
      [...codeSpansOf(page).matchAll(/^(\S+)$/gm)]
        .map(([, name = ""]) => name.replace(/\/$/, ""))
        .filter((name) =>
          /^(?:app|components|db|deploy|e2e|lib|\.github)\/[\w./*[\]-]+$/.test(name)
            ? !isThere(name)
            : /^[\w-]+\.test\.ts$/.test(name) && !names.has(name),
        )
        .map((name) => `${page}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  test("all packages and the changelog's first section have the same version number", () => {
    const manifests = [
      "package.json",
      "package-lock.json",
      "lib/packages/sdk/package.json",
      "lib/packages/cli/package.json",
    ];
    const versions = [
      ...manifests.map((file) => JSON.parse(readFile(file)).version),
      ...[...readFile("deploy/helm/dragoman/Chart.yaml").matchAll(/^(?:version|appVersion): "?([\d.]+)/gm)].map(
        ([, one]) => one,
      ),
      /^## \[([\d.]+)\]/m.exec(readFile("CHANGELOG.md"))?.[1],
    ];
    expect([...new Set(versions)]).toHaveLength(1);
    expect(versions).toHaveLength(7);
  });

  test("every decision record is listed and names a test that confirms it", () => {
    const decisions = filesBelow("docs/decisions").filter((file) => /\/\d{4}-.+\.md$/.test(file));
    const listed = [...readFile("docs/decisions/README.md").matchAll(/\]\((\d{4}-.+\.md)\)/g)].map(([, name]) => name);
    expect(listed.sort()).toEqual(decisions.map((file) => path.posix.basename(file)).sort());
    const unconfirmed = decisions.filter((file) => {
      const [, confirmation = ""] = readFile(file).split("**Confirmed by**");
      return !/`[\w./-]+\.test\.ts`/.test(confirmation);
    });
    expect(unconfirmed).toEqual([]);
  });
});

/** Names of settings that our separate programs read, such as those of the GitHub Action. */
function namesInCode(): string[] {
  const programs = [
    ...codeBelow("lib", "db", "e2e"),
    ...filesBelow(".github/actions", ".github/workflows").filter(isFile),
  ];
  return programs.flatMap((file) => readFile(file).match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g) ?? []);
}

/** All code spans (in backticks) of a page, one per line. */
function codeSpansOf(page: string): string {
  const prose = readFile(page).replace(/```[\s\S]*?```/g, "");
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, text]) => text).join("\n");
}

/** In a pattern, `*` matches part of a name and `**` matches any folders. */
function matches(file: string, pattern: string): boolean {
  const parts = pattern
    .split(/(\*\*?)/)
    .map((part) => (part === "**" ? ".*" : part === "*" ? "[^/]*" : part.replace(/[.[\]]/g, "\\$&")));
  return new RegExp(`^${parts.join("")}$`).test(file);
}

function isFile(file: string): boolean {
  return fs.statSync(path.join(ROOT, file)).isFile();
}

/** Targets of links within the repository. */
function linksOf(page: string): string[] {
  const prose = readFile(page).replace(/```[\s\S]*?```|`[^`\n]*`/g, "");
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g), ...prose.matchAll(/(?:src|srcset|href)="([^"]+)"/g)];
  return targets.map((match) => match[1]!).filter((target) => !/^(?:https?|mailto):/.test(target));
}

function leadsSomewhere(page: string, link: string): boolean {
  const [file = "", heading] = link.split("#");
  const target = file === "" ? page : path.posix.join(path.posix.dirname(page), file);
  if (!fs.existsSync(path.join(ROOT, target))) return false;
  return heading === undefined || headingsOf(target).includes(heading);
}

/** Anchors as GitHub generates them from headings. */
function headingsOf(page: string): string[] {
  return [...readFile(page).matchAll(/^#+ (.+)$/gm)].map((match) =>
    match[1]!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(" ", "-"),
  );
}
