import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { filesBelow, ROOT, readFile, sourcesBelow } from "@/e2e/sources";

/**
 * The layers: which room may import which. `app → components → lib/client → (HTTP) → app/api → lib → db`.
 * Room of `lib` → the rooms it may import, each listed above those that build on it. `db` stands on the base alone.
 */
const ROOMS: Record<string, readonly string[]> = {
  "lib/vocabulary": [],
  "lib/base": ["lib/vocabulary"],
  "lib/i18n": ["lib/vocabulary"],
  // Loaded by browsers, as schemas are.
  "lib/text": ["lib/vocabulary", "lib/base/singleton"],
  "lib/schemas": ["lib/vocabulary", "lib/base/errors", "lib/base/ids", "lib/base/records", "lib/text"],
  db: ["lib/vocabulary", "lib/base"],
  "lib/formats": ["lib/vocabulary", "lib/base", "lib/text"],
  "lib/identity": ["lib/vocabulary", "lib/base", "lib/i18n", "lib/text", "lib/schemas", "db"],
  "lib/work": ["lib/vocabulary", "lib/base", "lib/i18n", "lib/text", "lib/schemas", "db", "lib/identity"],
  "lib/engines": ["lib/vocabulary", "lib/base", "lib/text"],
  "lib/translation": [
    ...["lib/vocabulary", "lib/base", "lib/text", "lib/schemas", "lib/formats", "db"],
    ...["lib/identity", "lib/work", "lib/engines"],
  ],
  "lib/projects": [
    ...["lib/vocabulary", "lib/base", "lib/text", "lib/schemas", "lib/formats", "db"],
    ...["lib/identity", "lib/work", "lib/translation"],
  ],
  // Packages of their own: they use the service only through its API. The command checks local files with our formats.
  "lib/packages": ["lib/vocabulary", "lib/formats", "lib/text"],
  "lib/http": [
    ...["lib/vocabulary", "lib/base", "lib/text", "lib/schemas", "lib/formats", "db"],
    ...["lib/identity", "lib/work", "lib/engines", "lib/translation", "lib/packages"],
  ],
  // Starts and watches a server, so it knows every room.
  "lib/operate": ["lib", "db"],
  "lib/client": ["lib/vocabulary", "lib/schemas", "lib/text", "lib/i18n", "lib/base/errors"],
  components: ["lib/client", "lib/vocabulary", "lib/schemas", "lib/text", "lib/i18n", "lib/base/errors"],
  "app/api": ["lib"],
  app: ["app/api", "components", "lib"],
};

/** Folder of a room → what it may import instead of what its room may. */
const FOLDERS: Record<string, readonly string[]> = {
  // The administration of engines knows users and tables; engines do not.
  "lib/engines/admin": [
    "lib/engines",
    "lib/vocabulary",
    "lib/base",
    "lib/text",
    "lib/schemas",
    "db",
    "lib/identity",
    "lib/work",
  ],
  // Idempotency keys commit together with the effect, so this layer uses a transaction.
  "lib/http/api": ["lib/vocabulary", "lib/base", "lib/text", "lib/schemas", "db", "lib/identity", "lib/engines"],
  "lib/http/server": ["lib/vocabulary", "lib/base", "lib/identity/auth", "lib/http/api"],
  "lib/identity/quota": ["lib/vocabulary", "lib/base", "db"],
  "lib/identity/auth": ["lib/vocabulary", "lib/base", "db", "lib/identity/quota"],
  "lib/packages/sdk": [],
  "lib/packages/mcp": ["lib/vocabulary", "lib/packages/sdk"],
  // Besides Node: the embedded server, and what the start uses once packages are installed.
  "lib/operate/launch": [
    ...["db/check-secret", "db/embedded", "db/embedded-cluster", "db/embedded-process", "db/fault", "db/migrate"],
    ...["lib/base/env", "lib/identity/accounts"],
  ],
};

const RULES = { ...ROOMS, ...FOLDERS };
/** The narrowest place first. */
const PLACES = Object.keys(RULES).sort((a, b) => b.length - a.length);

/** Rooms whose folders are services: a noun each, importing one another without circles. */
const SERVICES = ["lib/work", "lib/identity", "lib/translation", "lib/http"];

/** Folders that the rest of their room must not know. */
const UPPER = ["lib/text/qa", "lib/engines/admin"];

/** Written by a program. */
const GENERATED = ["lib/packages/sdk/schema.d.ts", "lib/packages/sdk/schema.ts", "lib/packages/sdk/operations.ts"];

/**
 * Lines that a room may have: without tests and generated files. More needs a decision record in
 * docs/decisions that says what the room got and why nothing could go.
 */
const BUDGETS: Record<string, number> = {
  "lib/vocabulary": 612,
  "lib/base": 2590,
  "lib/i18n": 200,
  "lib/text": 8894,
  "lib/schemas": 4206,
  "lib/formats": 36056,
  "lib/identity": 6000,
  "lib/work": 3580,
  "lib/engines": 12912,
  "lib/translation": 7634,
  "lib/projects": 15131,
  "lib/packages": 2655,
  "lib/http": 5911,
  "lib/operate": 3223,
  "lib/client": 4880,
};

/** Package → the files that may import it. */
const PACKAGES: Record<string, (file: string) => boolean> = {
  "drizzle-orm": mayUseDatabase,
  postgres: mayUseDatabase,
  "next-auth/react": (file) => /^(?:components|lib\/client)\//.test(file),
  "next-auth": (file) => /^(?:lib\/identity\/auth|app\/api)\//.test(file),
};

/** Writers of counted rows without a change: creating a project, and the derivation itself. */
const WRITES_ELSEWHERE = ["lib/projects/projects.ts", "lib/projects/change/derive-status.ts"];

const sources = sourcesBelow("app", "components", "lib", "db");
const imports = sources.flatMap((file) => importsOf(file).map((target) => ({ file, room: roomOf(file), target })));

describe("dependencies between modules", () => {
  test("every import follows an allowed dependency between modules", () => {
    expect(sources.length).toBeGreaterThan(50);
    const wrong = imports.filter(({ file, target }) => isOurs(target) && !isAllowed(file, target));
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  test("the dependency table has no cycle and lists every folder of lib", () => {
    const edges = Object.entries(RULES)
      .flatMap(([place, targets]) => targets.map((target) => [roomOf(place), roomOf(target)] as const))
      .filter(([from, to]) => from !== to && to !== "lib");
    expect(circles(edges)).toEqual([]);
    expect(sources.filter((file) => !ROOMS[roomOf(file)])).toEqual([]);
  });

  test("no folder has more lines of code than its budget allows", () => {
    const rooms = Object.keys(ROOMS).filter((room) => room.startsWith("lib/"));
    expect(Object.keys(BUDGETS).sort()).toEqual(rooms.sort());
    const over = rooms
      .map((room) => ({ room, lines: linesIn(room) }))
      .filter(({ room, lines }) => lines > BUDGETS[room]!);
    expect(over).toEqual([]);
  });

  test("at most 30 files outside app have fewer than 15 lines", () => {
    const small = sources.filter((file) => !isWithin(file, "app") && readFile(file).split("\n").length <= 15);
    expect(small.length, small.join("\n")).toBeLessThanOrEqual(30);
  });

  test("files in the same folder import each other by a ./ path, since Biome forbids ../", () => {
    const wrong = sources.filter((file) => readFile(file).includes(`from "@/${path.posix.dirname(file)}/`));
    expect(wrong).toEqual([]);
  });

  test("only changeProject changes projects", () => {
    const isPrivate = (target: string) => /^lib\/projects\/change\/(?:lock|derive-status)$/.test(target);
    const wrong = imports.filter(({ file, target }) => isPrivate(target) && !file.startsWith("lib/projects/change/"));
    const tests = filesBelow("lib/projects").filter((file) => /\.test\.ts$/.test(file));
    const inTests = tests.filter((file) => importsOf(file).some(isPrivate));
    const made = sources.filter((file) => readFile(file).includes("new ProjectChange("));
    expect([...wrong.map(({ file, target }) => `${file} imports ${target}`), ...inTests]).toEqual([]);
    expect(made).toEqual(["lib/projects/change/change-project.ts"]);
    // Writers of counted rows must receive the change.
    const writes = /\b(?:update|insert|delete)\((?:translations|progressCounters|projectLanguages|segments|qaIssues)\)/;
    const unlocked = sources.filter(
      (file) =>
        writes.test(readFile(file)) && !/ProjectChange\b/.test(readFile(file)) && !WRITES_ELSEWHERE.includes(file),
    );
    expect(unlocked).toEqual([]);
  });

  test("services of one folder don't import each other in a cycle", () => {
    const folderOf = (file: string) => path.posix.dirname(file).split("/").slice(0, 3).join("/");
    const edges = imports
      .filter(({ room, target }) => SERVICES.includes(room) && roomOf(target) === room)
      .map(({ file, target }) => [folderOf(file), folderOf(target)] as const)
      .filter(([from, to]) => from !== to);
    expect(circles(edges)).toEqual([]);
  });

  test("database and sign-in packages are imported only by the modules allowed to use them", () => {
    const wrong = imports.filter(({ file, target }) => {
      const rule = Object.entries(PACKAGES).find(([name]) => isWithin(target, name))?.[1];
      return rule && !rule(file);
    });
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  test("every route.ts of the API exports its endpoints, and imports no request-bound module of Next", () => {
    const routes = sources.filter((file) => file.startsWith("app/api/") && file.endsWith("/route.ts"));
    expect(routes.length).toBeGreaterThan(50);
    for (const file of routes)
      expect(
        readFile(file)
          .match(/^export .+/gm)
          ?.join(),
        file,
      ).toMatch(/^export const endpoints?\b/);
    const reached = reachedFrom(routes);
    expect([...reached].filter((target) => /^next\/(?:headers|navigation|cache)$/.test(target))).toEqual([]);
  });

  test("no route.ts is a route of Next: lib/http/server answers all API requests", () => {
    expect(sources.filter((file) => file.endsWith("/route.ts") && !file.startsWith("app/api/"))).toEqual([]);
    expect(readFile("next.config.ts")).toContain('pageExtensions: ["tsx"]');
  });

  test("code that runs before npm install imports only Node modules statically", () => {
    const wrong = imports.filter(
      ({ file, target }) =>
        (file.startsWith("lib/operate/launch/") || file.startsWith("db/embedded")) &&
        file.endsWith(".mjs") &&
        !isOurs(target) &&
        !target.startsWith("node:") &&
        new RegExp(`from "${target}"`).test(readFile(file)),
    );
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  test("every folder's name describes its content, and no index file re-exports other files", () => {
    const vague = sources.filter((file) => /(?:^|\/)(?:utils?|helpers?|common|types|misc|shared)\//.test(file));
    const barrels = sources.filter((file) => /(?:^|\/)index\.(?:tsx?|mjs)$/.test(file));
    expect([...vague, ...barrels]).toEqual([]);
  });

  test("the root folder contains only expected files", () => {
    const files = fs
      .readdirSync(ROOT, { withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith("."));
    const expected = new Set([
      ...["LICENSE", "NOTICE", "README.md", "CHANGELOG.md", "biome.json", "package.json", "package-lock.json"],
      ...["tsconfig.json", "tsconfig.tsbuildinfo", "next.config.ts", "next-env.d.ts"],
    ]);
    expect(files.map((entry) => entry.name).filter((name) => !expected.has(name))).toEqual([]);
  });
});

function isAllowed(file: string, target: string): boolean {
  const place = PLACES.find((name) => isWithin(file, name)) ?? "";
  const isHidden = UPPER.some(
    (folder) => isWithin(target, folder) && !isWithin(file, folder) && roomOf(file) === roomOf(target),
  );
  return !isHidden && [place, ...(RULES[place] ?? [])].some((name) => isWithin(target, name));
}

function mayUseDatabase(file: string): boolean {
  return isWithin(file, "db") || isAllowed(file, "db/client");
}

/** `lib/http/api/body.ts` → `lib/http`; `app/api/v1/me/route.ts` → `app/api`. */
function roomOf(file: string): string {
  const [top = "", second = ""] = file.split("/");
  return top === "lib" || (top === "app" && second === "api") ? `${top}/${second}` : top;
}

function linesIn(room: string): number {
  const files = sources.filter((file) => isWithin(file, room) && !GENERATED.includes(file));
  return files.reduce((sum, file) => sum + readFile(file).split("\n").length - 1, 0);
}

function isWithin(file: string, place: string): boolean {
  return file === place || file.startsWith(`${place}/`);
}

const isOurs = (target: string) => /^(?:app|components|lib|db|e2e)\//.test(target);

/** Targets of static and dynamic imports and re-exports; ours as paths from the root, without extension. */
function importsOf(file: string): string[] {
  const targets = [...readFile(file).matchAll(/\b(?:from|import)\s*\(?\s*"([^"\n]+)"/g)].map((match) => match[1] ?? "");
  return targets.map((target) => {
    if (target.startsWith("@/")) return target.slice(2).replace(/\.(?:tsx?|mjs)$/, "");
    if (!target.startsWith(".")) return target;
    return path.posix.join(path.posix.dirname(file), target).replace(/\.(?:tsx?|mjs)$/, "");
  });
}

/** All direct and indirect imports of files. */
function reachedFrom(files: readonly string[]): Set<string> {
  const nameOf = (file: string) => file.replace(/\.(?:tsx?|mjs)$/, "");
  const reached = new Set<string>();
  let from = new Set(files.map(nameOf));
  while (from.size > 0) {
    const targets = imports.filter(({ file }) => from.has(nameOf(file))).map(({ target }) => target);
    from = new Set(targets.filter((target) => !reached.has(target)));
    for (const target of from) reached.add(target);
  }
  return reached;
}

/** Parts that import themselves indirectly. */
function circles(edges: readonly (readonly [string, string])[]): string[] {
  const reachable = (start: string) => {
    const seen = new Set<string>();
    const visit = (from: string) => {
      for (const [a, b] of edges) {
        if (a !== from || seen.has(b)) continue;
        seen.add(b);
        visit(b);
      }
    };
    visit(start);
    return seen;
  };
  return [...new Set(edges.map(([from]) => from))].filter((part) => reachable(part).has(part));
}
