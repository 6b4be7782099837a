import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

/** The layers: which part may import which. `app → components → lib/client → (HTTP) → app/api → lib → db`. */
const root = path.resolve(import.meta.dirname, "..");

/** Imported by all parts, and importing only each other. */
const GROUND = [
  "lib/base/fd-limits",
  "lib/base/env",
  "lib/base/errors",
  "lib/base/ids",
  "lib/base/is-record",
  "lib/base/log",
  "lib/base/cursor",
  "lib/base/merge-patch",
  "lib/base/singleton",
  "lib/base/pool",
  "lib/base/mail",
  "lib/base/metrics",
  "lib/schemas",
  "lib/base/secret-box",
  "lib/base/storage",
  "lib/base/tracing",
];
/** Closed lists and their rules: for all parts including the browser's, without imports. */
const VOCABULARY = "lib/vocabulary";
/** Part of the browser's code, so they must not depend on server code. */
const BROWSER = ["lib/schemas", "lib/base/errors", "lib/text", "lib/text/qa", "lib/i18n", "lib/client"];
const SERVER = [
  "lib/http/api",
  "lib/identity/auth",
  "lib/identity/quota",
  "lib/engines",
  "lib/formats",
  "lib/text",
  "lib/text/qa",
  "lib/translation",
];

/**
 * Part → what it may import besides itself. Unlisted folders of lib/ are services: a noun each, which may import
 * SERVICE and one another, without cycles. Files directly in lib/ combine the parts.
 */
const RULES: Record<string, readonly string[]> = {
  "app/api": ["lib", "app/api"],
  app: ["components", "lib"],
  components: BROWSER,
  "lib/client": BROWSER,
  [VOCABULARY]: [],
  "lib/i18n": [],
  "lib/text": ["lib/base/singleton"],
  "lib/text/qa": ["lib/text"],
  "lib/schemas": ["lib/base/errors", "lib/text"],
  // Idempotency keys commit together with the effect, so this layer uses a transaction; engine errors become responses
  // here.
  "lib/identity/audit": [...GROUND, "lib/identity/auth", "lib/text", "db"],
  "lib/http/api": [
    ...GROUND,
    "lib/identity/audit",
    "lib/identity/auth",
    "lib/identity/quota",
    "lib/engines",
    "lib/text",
    "db",
  ],
  // APIs of other vendors: each converts requests to service calls and results back, in a transaction of its own.
  "lib/http/compat": ["lib", "db/client"],
  // HTTP: selects the endpoint or page of a request.
  "lib/http/server": [...GROUND, "lib/http/api", "lib/identity/auth"],
  "lib/identity/auth": [...GROUND, "lib/identity/quota", "db"],
  "lib/identity/quota": [...GROUND, "db"],
  "lib/engines": [...GROUND, "lib/text"],
  // Which models to fetch, and when: policy next to the engine that runs them.
  "lib/engines/models": [...GROUND, "lib/engines", "lib/text"],
  "lib/formats": [...GROUND, "lib/text"],
  // Lookups before and checks after an engine: independent of translating.
  "lib/translation/memory": [
    ...GROUND,
    "lib/identity/auth",
    "lib/identity/quota",
    "lib/work/jobs",
    "lib/work/events",
    "lib/formats",
    "lib/text",
    "db",
  ],
  "lib/translation/glossaries": [
    ...GROUND,
    "lib/identity/auth",
    "lib/identity/quota",
    "lib/work/jobs",
    "lib/formats",
    "lib/text",
    "lib/text/qa",
    "db",
  ],
  "lib/translation": [
    ...GROUND,
    "lib/identity/auth",
    "lib/identity/quota",
    "lib/engines",
    "lib/engines/models",
    "lib/formats",
    "lib/translation/memory",
    "lib/translation/glossaries",
    "lib/text",
    "lib/text/qa",
    "db",
  ],
  // Administration of engines, which lib/engines itself must not depend on.
  "lib/engines/admin": [
    ...GROUND,
    "lib/identity/auth",
    "lib/engines",
    "lib/work/jobs",
    "lib/engines/models",
    "lib/text",
    "db",
  ],
  // Checks a deployment, so it asks every part.
  "lib/operate/doctor": ["lib", "db"],
  // Besides Node: the embedded server, and what the start uses once packages are installed.
  "lib/operate/launch": [
    "db/check-secret",
    "db/embedded",
    "db/embedded-cluster",
    "db/embedded-process",
    "db/fault",
    "db/migrate",
    "lib/base/env",
    "lib/identity/accounts",
  ],
  db: [
    "lib/base/env",
    "lib/base/ids",
    "lib/base/log",
    "lib/base/storage",
    "lib/base/singleton",
    "lib/base/secret-box",
    "lib/base/tracing",
  ],
  // Separate packages: they use the service only through its API. The command checks local files with our formats.
  "lib/packages/sdk": [],
  "lib/packages/cli": ["lib/packages/sdk", "lib/packages/mcp", "lib/formats", "lib/text", "lib/text/qa"],
  // Tools for assistants, in the command and in the server.
  "lib/packages/mcp": ["lib/packages/sdk"],
};
// Services send mails, so they know the languages of the interface.
const SERVICE = [
  ...GROUND,
  "lib/i18n",
  "lib/identity/audit",
  "lib/identity/auth",
  "lib/identity/quota",
  "lib/formats",
  "lib/translation/memory",
  "lib/translation/glossaries",
  "lib/text",
  "lib/text/qa",
  "lib/translation",
  "db",
];

/** Package → the parts that may import it. */
const PACKAGES: Record<string, (part: string) => boolean> = {
  "drizzle-orm": mayUseDatabase,
  postgres: mayUseDatabase,
  "next-auth/react": (part) => part === "components" || part === "lib/client",
  "next-auth": (part) => part === "lib/identity/auth" || part === "app/api",
};

/** Writers of counted rows without a change: creating a project, and the derivation itself. */
const WRITES_ELSEWHERE = ["lib/projects/projects.ts", "lib/projects/change/derive-status.ts"];

const sources = ["app", "components", "lib", "db"]
  .flatMap(filesBelow)
  .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !/\.(?:test|corpus)\.tsx?$/.test(file));
const imports = sources.flatMap((file) => importsOf(file).map((target) => ({ file, part: partOf(file), target })));

describe("the boundaries between the parts", () => {
  test("every import goes in the allowed direction", () => {
    expect(sources.length).toBeGreaterThan(50);
    const wrong = imports.filter(({ part, target }) => isOurs(target) && !isAllowed(part, target));
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  test("files of one folder import each other by ./, as Biome forbids ../", () => {
    const wrong = sources.filter((file) => read(file).includes(`from "@/${path.posix.dirname(file)}/`));
    expect(wrong).toEqual([]);
  });

  test("projects change only through changeProject", () => {
    const isPrivate = (target: string) => /^lib\/projects\/change\/(?:lock|derive-status)$/.test(target);
    const wrong = imports.filter(({ file, target }) => isPrivate(target) && !file.startsWith("lib/projects/change/"));
    const tests = filesBelow("lib/projects").filter((file) => /\.test\.ts$/.test(file));
    const inTests = tests.filter((file) => importsOf(file).some(isPrivate));
    const made = sources.filter((file) => read(file).includes("new ProjectChange("));
    expect([...wrong.map(({ file, target }) => `${file} imports ${target}`), ...inTests]).toEqual([]);
    expect(made).toEqual(["lib/projects/change/change-project.ts"]);
    // Writers of counted rows must receive the change.
    const writes = /\b(?:update|insert|delete)\((?:translations|progressCounters|projectLanguages|segments|qaIssues)\)/;
    const unlocked = sources.filter(
      (file) => writes.test(read(file)) && !/ProjectChange\b/.test(read(file)) && !WRITES_ELSEWHERE.includes(file),
    );
    expect(unlocked).toEqual([]);
  });

  test("services do not import each other in a circle", () => {
    const edges = imports
      .filter(({ part, target }) => isService(part) && isService(partOf(target)) && part !== partOf(target))
      .map(({ part, target }) => [part, partOf(target)] as const);
    expect(circles(edges)).toEqual([]);
  });

  test("database and sign-in packages are known only where they belong", () => {
    const wrong = imports.filter(({ part, target }) => {
      const rule = Object.entries(PACKAGES).find(([name]) => target === name || target.startsWith(`${name}/`))?.[1];
      return rule && !rule(part);
    });
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  test("every route.ts of the API exports one endpoint, and leads to nothing of Next's request", () => {
    const routes = sources.filter((file) => file.startsWith("app/api/") && file.endsWith("/route.ts"));
    expect(routes.length).toBeGreaterThan(50);
    for (const file of routes)
      expect(
        read(file)
          .match(/^export .+/gm)
          ?.join(),
        file,
      ).toMatch(/^export const endpoint\b/);
    const reached = reachedFrom(routes);
    expect([...reached].filter((target) => /^next\/(?:headers|navigation|cache)$/.test(target))).toEqual([]);
  });

  test("Next sees no route.ts: all of them are answered by lib/http/server", () => {
    expect(sources.filter((file) => file.endsWith("/route.ts") && !file.startsWith("app/api/"))).toEqual([]);
    expect(read("next.config.ts")).toContain('pageExtensions: ["tsx"]');
  });

  test("what runs before anything is installed imports only Node statically", () => {
    const wrong = imports.filter(
      ({ file, target }) =>
        (file.startsWith("lib/operate/launch/") || file.startsWith("db/embedded")) &&
        file.endsWith(".mjs") &&
        !isOurs(target) &&
        !target.startsWith("node:") &&
        new RegExp(`from "${target}"`).test(read(file)),
    );
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  test("folders say what they hold, and no file only passes others on", () => {
    const vague = sources.filter((file) => /(?:^|\/)(?:utils?|helpers?|common|types|misc|shared)\//.test(file));
    const barrels = sources.filter((file) => /(?:^|\/)index\.(?:tsx?|mjs)$/.test(file));
    expect([...vague, ...barrels]).toEqual([]);
  });

  test("the root holds only what must stand there", () => {
    const files = fs
      .readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith("."));
    const expected = new Set([
      ...["LICENSE", "NOTICE", "README.md", "CHANGELOG.md", "biome.json", "package.json", "package-lock.json"],
      ...["tsconfig.json", "tsconfig.tsbuildinfo", "next.config.ts", "next-env.d.ts"],
    ]);
    expect(files.map((entry) => entry.name).filter((name) => !expected.has(name))).toEqual([]);
  });
});

function isAllowed(part: string, target: string): boolean {
  const to = partOf(target);
  if (to === part || (to === VOCABULARY && part !== VOCABULARY)) return true;
  if (to === "app" || to === "app/api") return part === "app" || part === "app/api";
  if (part === "lib" || part === "") return true; // combines the parts
  if (GROUND.includes(part)) return GROUND.includes(to) || (RULES[part] ?? []).includes(to);
  const rule = RULES[part] ?? (isService(part) ? [...SERVICE, "service"] : []);
  return rule.some(
    (one) =>
      one === to || (one === "lib" && to.startsWith("lib")) || (one === "service" && isService(to)) || one === target,
  );
}

function isService(part: string): boolean {
  return part.startsWith("lib/") && !RULES[part] && !GROUND.includes(part) && !SERVER.includes(part);
}

function mayUseDatabase(part: string): boolean {
  return part === "db" || isService(part) || (RULES[part] ?? []).includes("db");
}

/** `lib/http/api/body.ts` → `lib/http/api`; `lib/base/env.ts` → `lib/base/env` if in GROUND, else `lib`. */
function partOf(file: string): string {
  const [top = "", second = ""] = file.split("/");
  if (top === "app") return second === "api" ? "app/api" : "app";
  if (top !== "lib") return ["components", "db"].includes(top) ? top : "";
  const name = `lib/${second.replace(/\.\w+$/, "")}`;
  return file.split("/").length > 2 || GROUND.includes(name) ? name : "lib";
}

const isOurs = (target: string) => /^(?:app|components|lib|db|e2e)\//.test(target);

/** Targets of static and dynamic imports and re-exports; ours as paths from the root, without extension. */
function importsOf(file: string): string[] {
  const targets = [...read(file).matchAll(/\b(?:from|import)\s*\(?\s*"([^"\n]+)"/g)].map((match) => match[1] ?? "");
  return targets.map((target) => {
    if (target.startsWith("@/")) return target.slice(2).replace(/\.(?:tsx?|mjs)$/, "");
    if (!target.startsWith(".")) return target;
    return path.posix.join(path.posix.dirname(file), target).replace(/\.(?:tsx?|mjs)$/, "");
  });
}

function filesBelow(folder: string): string[] {
  if (!fs.existsSync(path.join(root, folder))) return [];
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join(folder, name.split(path.sep).join("/")));
}

function read(file: string): string {
  return fs.readFileSync(path.join(root, file), "utf8");
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
