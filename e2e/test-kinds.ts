import fs from "node:fs";
import path from "node:path";
import { IS_LONG } from "./long";
import { filesBelow, ROOT, readFile } from "./sources";

/**
 * - `pure`: uses no database;
 * - `shared`: uses the shared database or server, and leaves the process unchanged;
 * - `own`: changes settings, modules or the database for its whole process, or starts a server, so it needs its own
 *   process.
 */
export type TestKind = "pure" | "shared" | "own";

const CHANGES_PROCESS =
  /\bprocess\.env(?:\.\w+|\[\w+\])\s*=[^=]|\bObject\.assign\((?:env\(\)|process\.env)|\bvi\.(?:mock|resetModules|stubEnv)\(|\buseOwnDatabase\b|^\/\/ Needs a process of its own: /m;

/**
 * The unit tests by kind, as paths from the root. The kind is derived from a file's code, so that no list can become
 * outdated.
 */
export function unitTests(): Record<TestKind, string[]> {
  return byKind(testsIn(["lib", "db", "components"]), (file) => {
    if (CHANGES_PROCESS.test(readFile(file))) return "own";
    return /\bDATABASE_URL\b/.test(readFile(file)) || reaches(file, "db/client.ts") ? "shared" : "pure";
  });
}

/** The tests over HTTP by kind. */
export function apiTests(): Record<TestKind, string[]> {
  return byKind(testsIn(["e2e/api"]), (file) =>
    CHANGES_PROCESS.test(readFile(file)) || /\bstartTestServer\b/.test(readFile(file)) ? "own" : "shared",
  );
}

/** Test files in folders. A long run has only the long tests, other runs all others. */
function testsIn(folders: readonly string[]): string[] {
  const isWanted = (file: string) =>
    IS_LONG ? file.endsWith(".long.test.ts") || reaches(file, "e2e/long.ts") : !file.endsWith(".long.test.ts");
  return filesBelow(...folders)
    .filter((file) => file.endsWith(".test.ts") && isWanted(file))
    .sort();
}

function byKind(files: readonly string[], kindOf: (file: string) => TestKind): Record<TestKind, string[]> {
  const kinds = files.map((file) => [file, kindOf(file)] as const);
  const of = (kind: TestKind) => kinds.filter(([, one]) => one === kind).map(([file]) => file);
  return { pure: of("pure"), shared: of("shared"), own: of("own") };
}

/** Cached results by target and file. */
const reached = new Map<string, Map<string, boolean>>();

/** Whether a file imports a target, directly or indirectly. Types are not loaded, so imports of types do not count. */
function reaches(file: string, target: string, visited = new Set<string>()): boolean {
  if (file === target) return true;
  const answers = reached.get(target) ?? new Map<string, boolean>();
  reached.set(target, answers);
  const answer = answers.get(file);
  if (answer !== undefined || visited.has(file)) return answer ?? false;
  visited.add(file);
  const result = importsOf(file).some((next) => reaches(next, target, visited));
  // In a circle of imports a negative result is not final.
  if (result || visited.size === 1) answers.set(file, result);
  return result;
}

const imported = new Map<string, string[]>();

function importsOf(file: string): string[] {
  let targets = imported.get(file);
  if (!targets) {
    const source = /\.(?:tsx?|mjs)$/.test(file) ? readFile(file) : "";
    const clauses = source.matchAll(/^(?:import|export)\s(?!type\b)[^;"]*?"([^"\n]+)"|\bimport\(\s*"([^"\n]+)"/gm);
    targets = [...clauses].flatMap((match) => fileOf(file, match[1] ?? match[2] ?? "") ?? []);
    imported.set(file, targets);
  }
  return targets;
}

/** The file that a specifier refers to; null for packages. */
function fileOf(importer: string, specifier: string): string | null {
  const name = specifier.startsWith("@/")
    ? specifier.slice(2)
    : specifier.startsWith(".")
      ? path.posix.join(path.posix.dirname(importer), specifier)
      : null;
  if (name === null) return null;
  return (
    ["", ".ts", ".tsx", ".mjs"].map((extension) => name + extension).find((candidate) => isFile(candidate)) ?? null
  );
}

function isFile(file: string): boolean {
  return fs.statSync(path.join(ROOT, file), { throwIfNoEntry: false })?.isFile() ?? false;
}
