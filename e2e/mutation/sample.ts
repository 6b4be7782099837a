import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { type Mutation, mutationsOf } from "./mutators";

export interface Mutant extends Mutation {
  id: number;
  file: string;
  line: number;
  original: string;
}

/** Rules worth a mutation run: folders and files. */
export const SCOPE = [
  "lib/text",
  "lib/text/qa",
  "lib/identity/quota",
  "lib/engines/routing.ts",
  "lib/translation/memory",
  "lib/projects",
] as const;

/**
 * A sample that depends only on the seed and on each mutant: a change in one file does not affect the sample of others.
 */
export function sampleOf(all: readonly Mutant[], size: number, seed: string): Mutant[] {
  return all
    .map((mutant) => ({ mutant, rank: hash(seed, mutant.id) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, size)
    .map(({ mutant }) => mutant)
    .sort((a, b) => a.file.localeCompare(b.file) || a.start - b.start || b.end - a.end);
}

/** All mutants of the scope. */
export function allMutants(root: string, scope: readonly string[] = SCOPE): Mutant[] {
  return scope
    .flatMap((part) => sourcesOf(root, part))
    .flatMap((file) => mutantsOf(file, fs.readFileSync(path.join(root, file), "utf8")));
}

/** The mutants of a file, numbered by their change and how often the same change occurred before. */
export function mutantsOf(file: string, code: string): Mutant[] {
  const seen = new Map<string, number>();
  return mutationsOf(code).map((mutation) => {
    const original = code.slice(mutation.start, mutation.end);
    const key = [file, mutation.mutator, original, mutation.replacement].join("\0");
    const occurrence = seen.get(key) ?? 0;
    seen.set(key, occurrence + 1);
    const id = Number.parseInt(hash(key, occurrence).slice(0, 12), 16);
    return { ...mutation, id, file, line: code.slice(0, mutation.start).split("\n").length, original };
  });
}

function hash(...parts: readonly (string | number)[]): string {
  return createHash("sha256").update(parts.join("\0")).digest("hex");
}

function sourcesOf(root: string, part: string): string[] {
  if (part.endsWith(".ts")) return [part];
  return fs
    .readdirSync(path.join(root, part), { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join(part, name.split(path.sep).join("/")))
    .filter((file) => file.endsWith(".ts") && !/\.(?:test|corpus)\.ts$|\/fixtures\//.test(file))
    .sort();
}
