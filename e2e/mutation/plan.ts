import path from "node:path";
import type { Mutant } from "./sample";
import type { Item } from "./shard";
import type { Coverage, Left } from "./state";

/** The tests of a mutant are tried until this much of their time is used: nearest first, then the most specific. */
const TRY_BUDGET_MS = 6_000;
const MIN_TESTS = 2;
/** Longer tests are skipped: they would cost minutes per mutant. */
const MAX_TEST_MS = 6_000;
/** The same for whole files in separate processes. */
const FRESH_BUDGET_MS = 20_000;
const MAX_FRESH_FILES = 3;

/** Assigns mutants to the tests that judge them, by test file; fast files first. */
export function planTries(mutants: readonly Mutant[], coverage: readonly Coverage[]): Item[] {
  const plans = new Map<string, Record<string, number[]>>();
  const tests = coverage.flatMap(({ file, tests }) =>
    tests
      .filter(({ passed, duration }) => passed && duration < MAX_TEST_MS)
      .map((test) => ({ file, ...test, breadth: Object.keys(test.hits).length })),
  );
  for (const mutant of mutants) {
    const covering = tests
      .filter(({ hits }) => hits[mutant.id])
      .map((test) => ({ ...test, near: nearness(mutant.file, test.file) }))
      .sort((a, b) => b.near - a.near || a.breadth * a.duration - b.breadth * b.duration);
    let spent = 0;
    for (const [index, test] of covering.entries()) {
      if (index >= MIN_TESTS && spent > TRY_BUDGET_MS) break;
      spent += test.duration;
      const plan = plans.get(test.file) ?? {};
      plan[test.name] = [...(plan[test.name] ?? []), mutant.id];
      plans.set(test.file, plan);
    }
  }
  const durations = new Map(coverage.map(({ file, duration }) => [file, duration]));
  return [...plans]
    .sort(([a], [b]) => (durations.get(a) ?? 0) - (durations.get(b) ?? 0))
    .map(([file, tests]) => ({ file, task: { kind: "try", tests } }));
}

/**
 * Files that judge a mutant in a separate process, because it takes effect before their tests or they cannot be
 * repeated.
 */
export function planFresh(mutant: Mutant, coverage: readonly Coverage[], left: readonly Left[]): Item[] {
  const leftFiles = new Set(left.filter(({ mutants }) => mutants.includes(mutant.id)).map(({ file }) => file));
  const files = coverage
    .filter(({ file, outside }) => outside.includes(mutant.id) || leftFiles.has(file))
    .map((one) => ({ ...one, near: nearness(mutant.file, one.file) }))
    .sort((a, b) => b.near - a.near || a.duration - b.duration)
    .slice(0, MAX_FRESH_FILES);
  let spent = 0;
  return files
    .filter(({ duration }, index) => {
      spent += duration;
      return index === 0 || spent < FRESH_BUDGET_MS;
    })
    .map(({ file, tests, hits }) => ({
      file,
      task: {
        kind: "fresh",
        mutant: mutant.id,
        hits: hits[mutant.id] ?? 0,
        passed: tests.filter(({ passed }) => passed).map(({ name }) => name),
      },
    }));
}

/** 3: the test of the file itself, 2: of its folder, 1: of the top-level folder, 0: elsewhere. */
function nearness(source: string, test: string): number {
  if (test === source.replace(/\.ts$/, ".test.ts")) return 3;
  if (path.dirname(source) === path.dirname(test)) return 2;
  return source.split("/")[1] === test.split("/")[1] ? 1 : 0;
}
