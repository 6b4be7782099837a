import { type TransferListItem, Worker, type WorkerOptions } from "node:worker_threads";
import { ThreadClock } from "./thread-clock";

/**
 * - `timeout`: no answer in time;
 * - `memory`: the thread exceeded its memory limit;
 * - `died`: the thread threw or exited;
 * - `closed`: {@link TaskThread.end} was called.
 */
export class ThreadEnded extends Error {
  override readonly name = "ThreadEnded";
  constructor(
    readonly reason: "timeout" | "memory" | "died" | "closed",
    options?: ErrorOptions,
  ) {
    super(`The thread ended: ${reason}.`, options);
  }
}

type Pending<Answer> = { readonly resolve: (answer: Answer) => void; readonly reject: (error: ThreadEnded) => void };

export type TaskThreadOptions = Pick<WorkerOptions, "resourceLimits" | "stdout" | "stderr"> & {
  /**
   * Timeouts limit the thread's CPU time, and {@link MAX_STRETCH} times as much elapsed time, so that other load on the
   * machine does not cause timeouts. The script must call `reportThread(workerData)`.
   */
  readonly limitsCpuTime?: boolean;
};

/** Maximum ratio of elapsed time to CPU time of a task on a busy machine. */
const MAX_STRETCH = 4;

/**
 * A thread that answers one message at a time, each with a timeout. It ends at the first error, because only ending a
 * thread stops its work and frees its memory. It keeps the process alive only while working.
 */
export class TaskThread<Task, Answer> {
  readonly #worker: Worker;
  readonly #clock: ThreadClock | undefined;
  #pending: Pending<Answer> | undefined;
  #ended: ThreadEnded | undefined;

  /** @param script a bundle that threads can run, see lib/operate/launch/bundle.mjs */
  constructor(script: string | URL, { limitsCpuTime = false, ...options }: TaskThreadOptions = {}) {
    this.#clock = limitsCpuTime ? new ThreadClock() : undefined;
    this.#worker = new Worker(script, { ...options, env: {}, stdin: false, workerData: this.#clock?.shared });
    this.#worker.on("message", (answer: Answer) => {
      const pending = this.#pending;
      this.#pending = undefined;
      this.#worker.unref();
      pending?.resolve(answer);
    });
    this.#worker.on("error", (cause: Error & { code?: string }) => {
      this.#fail(cause.code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : "died", cause);
    });
    this.#worker.on("exit", () => this.#fail("died"));
    this.#worker.unref();
  }

  get isBusy(): boolean {
    return this.#pending !== undefined;
  }

  /** Milliseconds of processor time since the thread started. */
  get cpuMs(): number {
    return this.#clock?.now() ?? 0;
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** Rejects with {@link ThreadEnded}, after which the thread is unusable. Buffers in `transfer` move to the thread. */
  async ask(task: Task, timeoutMs: number, transfer: readonly TransferListItem[] = []): Promise<Answer> {
    if (this.#ended) throw this.#ended;
    this.#worker.postMessage(task, [...transfer]);
    this.#worker.ref();
    const stop = this.#failAfter(timeoutMs);
    const answered = new Promise<Answer>((resolve, reject) => {
      this.#pending = { resolve, reject };
    });
    return answered.finally(stop);
  }

  /** Starts a timeout that ends the thread. Returns a function that cancels the timeout. */
  #failAfter(timeoutMs: number): () => void {
    const clock = this.#clock;
    if (!clock) {
      const timer = setTimeout(() => this.#fail("timeout"), timeoutMs);
      return () => clearTimeout(timer);
    }
    const started = clock.now();
    const deadline = performance.now() + timeoutMs * MAX_STRETCH;
    let timer: NodeJS.Timeout;
    const wait = () => {
      const left = Math.min(started + timeoutMs - clock.now(), deadline - performance.now());
      if (left <= 0) this.#fail("timeout");
      else timer = setTimeout(wait, left);
    };
    wait();
    return () => clearTimeout(timer);
  }

  /** Ends the thread; the running task rejects. Resolves when the thread has exited. */
  async end(): Promise<void> {
    this.#fail("closed");
    await this.#worker.terminate();
  }

  #fail(reason: ThreadEnded["reason"], cause?: Error): void {
    if (this.#ended) return;
    this.#ended = new ThreadEnded(reason, { cause });
    this.#pending?.reject(this.#ended);
    this.#pending = undefined;
    this.#worker.terminate().catch(() => {});
  }
}
