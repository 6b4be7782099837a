import fs from "node:fs";
import path from "node:path";
import { createVitest, type Vitest } from "vitest/node";
import { schemata } from "./schemata";
import { State, type Task } from "./state";

/** A process of a mutation run: one vitest with its own database, which runs the files it is sent. */
export interface Item {
  file: string;
  task: Task;
}

/** The last known activity of a test process. */
interface Now {
  pid: number;
  mutant: number;
  limit: number;
  at: number;
}

const [folder = "", shard = ""] = process.argv.slice(2);
const root = path.resolve(import.meta.dirname, "../..");
const state = new State(folder);
/** Time limit of an unchanged test; a mutant has `limit` plus some more. */
const CLEAN_LIMIT_MS = 300_000;
const GRACE_MS = 10_000;
/** A process is ended late: on a busy machine a slow test looks like an endless one. */
const PATIENCE = 5;
/** A file whose process keeps ending is given up after this many restarts. */
const MAX_RESTARTS = 40;

const vitest = await createVitest(
  "test",
  {
    config: path.join(root, "e2e/vitest.config.ts"),
    root,
    watch: false,
    runner: path.join(import.meta.dirname, "runner.ts"),
    pool: "forks",
    maxWorkers: 1,
    reporters: [{}],
    passWithNoTests: true,
    env: { DRAGOMAN_MUTATION: folder, DRAGOMAN_MUTATION_SHARD: shard, LOG_LEVEL: "silent" },
  },
  { plugins: [schemata(root, state.mutants)] },
);

process.on("message", (item: Item | "end") => {
  if (item === "end") end();
  else void work(vitest, item).finally(() => process.send?.("done"));
});
process.once("disconnect", end);
process.send?.("done");

/** Also stops the database. */
function end(): void {
  void vitest.close().finally(() => process.exit(0));
}

async function work(vitest: Vitest, { file, task }: Item): Promise<void> {
  if (task.kind !== "fresh") {
    for (let times = 0; times < MAX_RESTARTS; times++) if (await runOnce(vitest, file, task)) return;
    return;
  }
  if (!(await runOnce(vitest, file, task)) || !state.isKilled(task.mutant) || !usesDatabase(file)) return;
  // Data left by other runs must not be the cause: the file passes without the mutant.
  const kill = state.read<object>(`killed/${task.mutant}.json`);
  state.revoke(task.mutant);
  const passed = await passes(vitest, file, task.passed);
  if (passed && kill) state.write(`killed/${task.mutant}.json`, kill);
}

function usesDatabase(file: string): boolean {
  return fs.readFileSync(path.join(root, file), "utf8").includes("@/db/client");
}

async function passes(vitest: Vitest, file: string, tests: readonly string[]): Promise<boolean> {
  const check = { kind: "fresh" as const, mutant: -2, hits: 0, passed: [...tests] };
  state.revoke(-2);
  await runOnce(vitest, file, check);
  const failed = state.isKilled(-2);
  state.revoke(-2);
  return !failed;
}

/** False if the process ended before its file: the mutant that ran then is killed. */
async function runOnce(vitest: Vitest, file: string, task: Task): Promise<boolean> {
  state.write(`${shard}/task.json`, task);
  state.write(`${shard}/now.json`, { pid: 0, mutant: -1, limit: 0, at: Date.now() } satisfies Now);
  const watch = setInterval(() => {
    const now = state.read<Now>(`${shard}/now.json`);
    if (!now?.pid) return;
    const limit = now.mutant < 0 || now.limit === 0 ? CLEAN_LIMIT_MS : PATIENCE * now.limit + GRACE_MS;
    if (Date.now() - now.at > limit) endProcess(now.pid);
  }, 1_000);
  try {
    const specification = vitest.getRootProject().createSpecification(path.join(root, file));
    await vitest.runTestSpecifications([specification]);
  } catch (error) {
    console.error(`${file}: ${String(error)}`);
  } finally {
    clearInterval(watch);
  }
  const now = state.read<Now>(`${shard}/now.json`);
  if (!now || now.mutant < 0) return true;
  state.kill({ id: now.mutant, by: file, how: "timeout" });
  return false;
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended on its own.
  }
}
