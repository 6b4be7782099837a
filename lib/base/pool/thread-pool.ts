import type { TransferListItem, WorkerOptions } from "node:worker_threads";
import { chargeCpu } from "./account-cpu";
import { TaskThread, ThreadEnded } from "./task-thread";
import { type Job, type WorkOptions, WorkQueue } from "./work-queue";

export type ThreadPoolOptions<Task> = {
  /** Script of the threads. */
  readonly script: string | URL;
  readonly resourceLimits: NonNullable<WorkerOptions["resourceLimits"]>;
  /** Maximum threads. If all are busy with bulk work, one more is started for interactive work. */
  readonly threads: number;
  /** Number of idle threads to keep, because starting one takes up to a second; 1 by default. */
  readonly kept?: number;
  /** Timeout of a task in milliseconds of its thread's CPU time; see {@link TaskThread}. */
  readonly timeoutMs: number;
  /** The message for a task, and those buffers in it that are transferred instead of copied. */
  readonly pack: (task: Task) => { readonly task: Task; readonly transfer: readonly TransferListItem[] };
};

/** Milliseconds after which an idle thread is ended to free its memory. */
const IDLE_MS = 60_000;

/** Identical threads with one task each at a time. A thread that hangs, dies or runs out of memory is replaced. */
export class ThreadPool<Task, Answer> {
  readonly #threads = new Map<TaskThread<Task, Answer>, NodeJS.Timeout | undefined>();
  readonly #work: WorkQueue<Task, Answer>;

  constructor(private readonly options: ThreadPoolOptions<Task>) {
    this.#work = new WorkQueue({
      limit: Number.POSITIVE_INFINITY,
      timeoutMs: options.timeoutMs,
      error: (fault, reason) => (fault === "aborted" ? new Error(reason) : new ThreadEnded("closed")),
      added: () => this.#dispatch(),
    });
  }

  /** Queued tasks. */
  get queued(): number {
    return this.#work.size;
  }

  /** Busy threads. */
  get busy(): number {
    return [...this.#threads.keys()].filter(({ isBusy }) => isBusy).length;
  }

  /** Runs a task. Rejects with {@link ThreadEnded}. Never retries, because the task might end the next thread, too. */
  async run(task: Task, options: WorkOptions): Promise<Answer> {
    const [answer] = await this.#work.run([task], options);
    return answer as Answer;
  }

  /** Ends all threads; running and queued tasks reject. */
  async close(): Promise<void> {
    const threads = [...this.#threads.keys()];
    this.#threads.clear();
    this.#work.close();
    await Promise.all(threads.map((thread) => thread.end()));
  }

  #dispatch(): void {
    for (;;) {
      const { next } = this.#work;
      if (!next || this.busy >= this.options.threads + (next === "interactive" ? 1 : 0)) return;
      const job = this.#work.take();
      if (job) void this.#perform(this.#freeThread(), job);
    }
  }

  #freeThread(): TaskThread<Task, Answer> {
    for (const [thread, idleTimer] of this.#threads) {
      if (thread.hasEnded) this.#threads.delete(thread);
      if (thread.hasEnded || thread.isBusy) continue;
      clearTimeout(idleTimer);
      return thread;
    }
    const { script, resourceLimits } = this.options;
    const thread = new TaskThread<Task, Answer>(script, { resourceLimits, limitsCpuTime: true });
    this.#threads.set(thread, undefined);
    return thread;
  }

  async #perform(thread: TaskThread<Task, Answer>, job: Job<Task, Answer>): Promise<void> {
    const before = thread.cpuMs;
    try {
      const { task, transfer } = this.options.pack(job.input);
      job.succeed(await thread.ask(task, job.timeoutMs, transfer));
      this.#threads.set(thread, this.#endWhenIdle(thread));
    } catch (error) {
      this.#threads.delete(thread);
      job.fail(error as Error);
      void thread.end();
    }
    chargeCpu(job.account, thread.cpuMs - before);
    this.#dispatch();
  }

  #endWhenIdle(thread: TaskThread<Task, Answer>): NodeJS.Timeout {
    const end = () => {
      if (thread.isBusy || this.#threads.size === (this.options.kept ?? 1)) return;
      this.#threads.delete(thread);
      void thread.end();
    };
    return setTimeout(end, IDLE_MS).unref();
  }
}
