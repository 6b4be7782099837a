import { type ChildProcess, fork } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { bundleWorkers } from "@/lib/operate/launch/bundle.mjs";
import { planFresh, planTries } from "./plan";
import { reportOf, writeReport } from "./report";
import { allMutants, type Mutant, SCOPE, sampleOf } from "./sample";
import type { Item } from "./shard";
import { type Coverage, type Left, State } from "./state";

/**
 * `npm run mutation`: puts small faults into the rules, which the unit tests must detect. `--sample` (1,000), `--seed`,
 * `--workers`, `--only` and `--tests` (files whose path contains it), `--resume` (mutants killed in the last run stay
 * killed) and `--write`, which updates docs/mutation.md.
 */
const { values } = parseArgs({
  options: {
    sample: { type: "string", default: "1000" },
    seed: { type: "string", default: "1" },
    workers: { type: "string", default: String(os.availableParallelism()) },
    only: { type: "string", default: "" },
    tests: { type: "string", default: "" },
    write: { type: "boolean", default: false },
    resume: { type: "boolean", default: false },
  },
});

/** Tests that judge mutants: those of the rules and of code built directly on them. */
const TESTS = [
  ...SCOPE.map((part) => part.replace(/\.ts$/, ".test.ts")),
  "lib/translation",
  "lib/translation/glossaries",
  "lib/work/events",
];

const root = path.resolve(import.meta.dirname, "../..");
const folder = path.join(root, "test-results/mutation");

const state = new State(folder);
const all = allMutants(root).filter(({ file }) => file.includes(values.only));
const mutants = sampleOf(all, Number(values.sample), values.seed);
const isSame = values.resume && JSON.stringify(state.mutants) === JSON.stringify(mutants);
for (const name of values.resume ? (isSame ? [] : ["coverage", "left", "fresh"]) : ["."])
  fs.rmSync(path.join(folder, name), { recursive: true, force: true });
state.write("mutants.json", mutants);
console.log(`${mutants.length} of ${all.length} mutants, seed ${values.seed}`);
await bundleWorkers();

const shards = await Promise.all(Array.from({ length: Number(values.workers) }, (_, index) => startShard(index)));
try {
  await timed("Coverage", () =>
    runAll(
      testFiles()
        .filter((file) => isNew("coverage", file))
        .map((file) => [{ file, task: { kind: "cover" } }]),
    ),
  );
  const coverage = state.list<Coverage>("coverage");
  await timed("Tests", () =>
    runAll(
      planTries(openMutants(), coverage)
        .filter(({ file }) => isNew("left", file))
        .map((item) => [item]),
    ),
  );
  const left = state.list<Left>("left");
  await timed("Processes", () => runAll(openMutants().map((mutant) => planFresh(mutant, coverage, left))));
  const report = reportOf(state, mutants, coverage);
  console.log(report.table);
  for (const line of report.survivors) console.log(line);
  if (values.write) writeReport(root, report, { seed: values.seed, population: all.length });
} finally {
  for (const shard of shards) shard.send("end");
}

function openMutants(): Mutant[] {
  return mutants.filter(({ id }) => !state.isKilled(id));
}

/** Each list of items runs in order on one shard, and ends when its mutant is killed. */
async function runAll(lists: readonly Item[][]): Promise<void> {
  const queue = [...lists];
  await Promise.all(
    shards.map(async (shard) => {
      for (let items = queue.shift(); items; items = queue.shift()) {
        for (const item of items) {
          const fresh = item.task.kind === "fresh" ? item.task.mutant : undefined;
          if (fresh !== undefined && (state.isKilled(fresh) || !isNew("fresh", item.file, `${fresh} ${item.file}`)))
            continue;
          shard.send(item);
          await answer(shard);
          if (fresh !== undefined) state.write(`fresh/${encodeURIComponent(`${fresh} ${item.file}`)}.json`, {});
        }
      }
    }),
  );
}

async function startShard(index: number): Promise<ChildProcess> {
  const shard = fork(path.join(import.meta.dirname, "shard.ts"), [folder, `shard-${index}`], {
    cwd: root,
    // Each repeated test adds a listener to its signal.
    env: { ...process.env, NODE_NO_WARNINGS: "1" },
    execArgv: ["--conditions=react-server", "--import", "tsx"],
  });
  await answer(shard);
  return shard;
}

function answer(shard: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = () => reject(new Error("A process of the mutation run ended early."));
    shard.once("exit", failed);
    shard.once("message", () => {
      shard.off("exit", failed);
      resolve();
    });
  });
}

async function timed(title: string, work: () => Promise<void>): Promise<void> {
  const started = performance.now();
  await work();
  const killed = mutants.filter(({ id }) => state.isKilled(id)).length;
  console.log(`${title}: ${((performance.now() - started) / 1000).toFixed(0)} s, ${killed} killed`);
}

/** True if a resumed run has no result of a test file, or the file has changed since. */
function isNew(kind: "coverage" | "left" | "fresh", file: string, name = file): boolean {
  const result = path.join(folder, kind, `${encodeURIComponent(name)}.json`);
  if (!fs.existsSync(result)) return true;
  return fs.statSync(result).mtimeMs < fs.statSync(path.join(root, file)).mtimeMs;
}

function testFiles(): string[] {
  const files = TESTS.flatMap((part) => {
    if (part.endsWith(".ts")) return [part];
    return fs
      .readdirSync(path.join(root, part), { recursive: true, encoding: "utf8" })
      .map((name) => path.posix.join(part, name.split(path.sep).join("/")));
  });
  return files.filter((file) => file.endsWith(".test.ts") && file.includes(values.tests));
}
