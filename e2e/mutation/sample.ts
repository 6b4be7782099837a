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

/** Rules that are worth a mutation run: folders and files. */
export const SCOPE = [
  "lib/text",
  "lib/qa",
  "lib/limits",
  "lib/engines/routing.ts",
  "lib/memory",
  "lib/projects",
] as const;

/**
 * A sample that depends on the seed and on each mutant alone: a change in one file leaves the sample of all others as
 * it is.
 */
export function sampleOf(all: readonly Mutant[], size: number, seed: string): Mutant[] {
  const seen = new Map<string, number>();
  const ranked = all.map((mutant) => {
    const key = [mutant.file, mutant.mutator, mutant.original, mutant.replacement].join("\0");
    const occurrence = seen.get(key) ?? 0;
    seen.set(key, occurrence + 1);
    return { mutant, rank: createHash("sha256").update(`${seed}\0${key}\0${occurrence}`).digest("hex") };
  });
  return ranked
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, size)
    .map(({ mutant }) => mutant)
    .sort((a, b) => a.file.localeCompare(b.file) || a.start - b.start || b.end - a.end);
}

/** All mutants of the scope. */
export function allMutants(root: string, scope: readonly string[] = SCOPE): Mutant[] {
  let id = 0;
  return scope
    .flatMap((part) => sourcesOf(root, part))
    .flatMap((file) => {
      const code = fs.readFileSync(path.join(root, file), "utf8");
      return mutationsOf(code).map((mutation) => ({
        ...mutation,
        id: id++,
        file,
        line: code.slice(0, mutation.start).split("\n").length,
        original: code.slice(mutation.start, mutation.end),
      }));
    });
}

function sourcesOf(root: string, part: string): string[] {
  if (part.endsWith(".ts")) return [part];
  return fs
    .readdirSync(path.join(root, part), { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join(part, name.split(path.sep).join("/")))
    .filter((file) => file.endsWith(".ts") && !/\.(?:test|corpus)\.ts$|\/fixtures\//.test(file))
    .sort();
}
