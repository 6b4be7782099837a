import path from "node:path";
import * as queries from "drizzle-orm";
import {
  type RunnerTestSuite as Suite,
  type RunnerTestCase as Test,
  type RunnerTestFile as TestFile,
  TestRunner,
} from "vitest";
import { type CoveredTest, State, type Task } from "./state";

/** A mutant evaluated this much more often than in a normal run is in an endless loop. */
const HITS_FACTOR = 200;
const HITS_SLACK = 200_000;

/** Counts the evaluations of each mutant and activates one of them. */
const mutants = {
  active: -1,
  limit: Number.POSITIVE_INFINITY,
  hits: {} as Record<number, number>,
};

Object.assign(globalThis, {
  __queries: queries,
  __mutant(id: number): boolean {
    const hits = (mutants.hits[id] ?? 0) + 1;
    mutants.hits[id] = hits;
    if (id !== mutants.active) return false;
    if (hits > mutants.limit) throw new EndlessLoop();
    return true;
  },
});

class EndlessLoop extends Error {}

/** A test that took too long by the clock: an endless wait, or a busy machine. */
class Late extends EndlessLoop {}

/** A late test gets this many times the limit in a second run, before it counts as endless. */
const SECOND_LIMIT_FACTOR = 2;

/** Runs a test file for a mutation run; see `Task`. */
export default class MutationRunner extends TestRunner {
  readonly #root = this.config.root;
  readonly #state = new State(env("DRAGOMAN_MUTATION"));
  readonly #shard = env("DRAGOMAN_MUTATION_SHARD");
  readonly #task = this.#state.read<Task>(`${this.#shard}/task.json`) ?? { kind: "cover" as const };
  readonly #tests: CoveredTest[] = [];
  readonly #outside = new Set<number>();
  readonly #left = new Set<number>();
  /** Set if an unchanged test fails after mutants ran: later results of this file are invalid. */
  #contaminated = false;
  #killed = false;

  onBeforeCollect(): void {
    if (this.#task.kind !== "fresh") return;
    mutants.active = this.#task.mutant;
    mutants.limit = limitOf(this.#task.hits);
    this.#announce(this.#task.mutant, 0);
  }

  async runTask(test: Test): Promise<void> {
    const fn = TestRunner.getTestFn(test);
    if (this.#task.kind === "fresh") {
      if (this.#killed) return;
      try {
        return await fn();
      } catch (error) {
        if (this.#task.passed.includes(nameOf(test))) {
          this.#killed = true;
          this.#state.kill({ id: this.#task.mutant, by: this.#describe(test), how: howOf(error) });
        }
        throw error;
      }
    }
    this.#noteOutside();
    const started = performance.now();
    try {
      await fn();
    } finally {
      const duration = performance.now() - started;
      this.#tests.push({ name: nameOf(test), passed: false, duration, hits: { ...mutants.hits } });
      mutants.hits = {};
    }
    const covered = this.#tests.at(-1);
    if (covered) covered.passed = true;
    if (covered && this.#task.kind === "try")
      await this.#tryMutants(test, covered, this.#task.tests[covered.name] ?? []);
  }

  onAfterRunFiles(): void {
    super.onAfterRunFiles();
    this.#noteOutside();
  }

  async onAfterRunSuite(suite: Suite): Promise<void> {
    await super.onAfterRunSuite(suite);
    // A file is its own outermost suite.
    if (!("filepath" in suite)) return;
    const file = suite as TestFile;
    const name = path.relative(this.#root, file.filepath);
    const task = this.#task;
    if (task.kind === "fresh") {
      const isDead = this.#state.isKilled(task.mutant);
      if (!isDead && failures(file).some((one) => one.type === "suite" || task.passed.includes(nameOf(one))))
        this.#state.kill({ id: task.mutant, by: name, how: "failed" });
    } else if (task.kind === "try") {
      const left = [...this.#left].filter((id) => !this.#state.isKilled(id));
      this.#state.write(`left/${encodeURIComponent(name)}.json`, { file: name, mutants: left });
    } else {
      this.#noteOutside();
      const hits: Record<number, number> = {};
      for (const test of this.#tests)
        for (const [id, count] of Object.entries(test.hits)) hits[Number(id)] = (hits[Number(id)] ?? 0) + count;
      this.#state.write(`coverage/${encodeURIComponent(name)}.json`, {
        file: name,
        duration: performance.now(),
        tests: this.#tests,
        outside: [...this.#outside],
        hits,
      });
    }
    this.#announce(-1, 0);
  }

  async #tryMutants(test: Test, covered: CoveredTest, ids: readonly number[]): Promise<void> {
    const open = () => ids.filter((id) => !this.#state.isKilled(id));
    const leave = () => {
      for (const id of open()) this.#left.add(id);
    };
    if (open().length === 0) return;
    const clean = await this.#again(test, covered, -1);
    if (this.#contaminated || clean.error) return leave();
    const killed: number[] = [];
    for (const id of open()) {
      let outcome = await this.#again(test, covered, id);
      if (outcome.error instanceof Late) outcome = await this.#again(test, covered, id, SECOND_LIMIT_FACTOR);
      if (!outcome.reached) this.#left.add(id);
      if (!outcome.error) continue;
      this.#state.kill({ id, by: this.#describe(test), how: howOf(outcome.error) });
      killed.push(id);
    }
    if (killed.length === 0) return;
    // Failures count only if the same test passes again without a mutant.
    const check = await this.#again(test, covered, -1);
    if (!check.error) return;
    for (const id of killed) this.#state.revoke(id);
    this.#contaminated = true;
    leave();
    for (const id of killed) this.#left.add(id);
  }

  /** Runs a test once more with its hooks. */
  async #again(
    test: Test,
    covered: CoveredTest,
    id: number,
    patience = 1,
  ): Promise<{ error?: unknown; reached: boolean }> {
    const fn = TestRunner.getTestFn(test);
    const suites = suitesOf(test);
    const limit = patience * (3_000 + 4 * covered.duration);
    const work = async () => {
      await teardown(test, suites);
      await setup(test, suites);
      await fn();
    };
    this.#announce(id, limit);
    mutants.hits = {};
    mutants.limit = limitOf(covered.hits[id] ?? 0);
    mutants.active = id;
    try {
      await within(work(), limit);
      return { reached: (mutants.hits[id] ?? 0) > 0 };
    } catch (error) {
      return { error, reached: true };
    } finally {
      mutants.active = -1;
      mutants.hits = {};
    }
  }

  #noteOutside(): void {
    for (const id of Object.keys(mutants.hits)) this.#outside.add(Number(id));
    mutants.hits = {};
  }

  /** Reports what runs to the shard, which kills a hanging process. */
  #announce(mutant: number, limit: number): void {
    this.#state.write(`${this.#shard}/now.json`, { pid: process.pid, mutant, limit, at: Date.now() });
  }

  #describe(test: Test): string {
    return `${path.relative(this.#root, test.file.filepath)} > ${nameOf(test)}`;
  }
}

const cleanups = new WeakMap<Test, (() => unknown)[]>();

async function setup(test: Test, suites: readonly Suite[]): Promise<void> {
  const after: (() => unknown)[] = [];
  cleanups.set(test, after);
  for (const suite of suites)
    for (const hook of TestRunner.getSuiteHooks(suite).beforeEach) {
      const cleanup: unknown = await hook(test.context, suite);
      if (typeof cleanup === "function") after.unshift(() => cleanup());
    }
}

async function teardown(test: Test, suites: readonly Suite[]): Promise<void> {
  for (const suite of suites.toReversed())
    for (const hook of TestRunner.getSuiteHooks(suite).afterEach.toReversed()) await hook(test.context, suite);
  for (const cleanup of cleanups.get(test) ?? []) await cleanup();
  const registered = test as Test & { onFinished?: ((context: Test["context"]) => unknown)[] };
  const finished = registered.onFinished?.toReversed() ?? [];
  registered.onFinished = [];
  for (const hook of finished) await hook(test.context);
}

/** From the file inwards. */
function suitesOf(test: Test): Suite[] {
  const suites: Suite[] = [];
  for (let suite = test.suite; suite; suite = suite.suite) suites.unshift(suite);
  return suites[0] === test.file ? suites : [test.file, ...suites];
}

function failures(suite: Suite): (Suite | Test)[] {
  const own = suite.result?.state === "fail" && (suite.result.errors?.length ?? 0) > 0 ? [suite] : [];
  const inner = suite.tasks.flatMap((task) => {
    if (task.type === "suite") return failures(task);
    return task.result?.state === "fail" ? [task] : [];
  });
  return [...own, ...inner];
}

async function within<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late()), limitMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function nameOf(task: Test | Suite): string {
  const parents = task.type === "test" ? suitesOf(task).slice(1) : [];
  return [...parents.map(({ name }) => name), task.name].join(" > ");
}

function howOf(error: unknown): "failed" | "timeout" {
  return error instanceof EndlessLoop ? "timeout" : "failed";
}

function limitOf(hits: number): number {
  return hits * HITS_FACTOR + HITS_SLACK;
}

function env(name: string): string {
  return process.env[name] ?? "";
}
