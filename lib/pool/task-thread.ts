import { type TransferListItem, Worker, type WorkerOptions } from "node:worker_threads";

/**
 * - `timeout`: no answer in time;
 * - `memory`: it exceeded its memory limit;
 * - `died`: it threw or exited;
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

/**
 * A thread that answers one message at a time, each with a timeout. It ends at the first failure, because only the end
 * of a thread stops its work and frees its memory. It keeps the process alive only while working.
 */
export class TaskThread<Task, Answer> {
  readonly #worker: Worker;
  #pending: Pending<Answer> | undefined;
  #ended: ThreadEnded | undefined;

  /** @param script a bundle for a thread, see lib/launch/bundle.mjs */
  constructor(script: string, options: Pick<WorkerOptions, "resourceLimits" | "stdout" | "stderr"> = {}) {
    this.#worker = new Worker(script, { ...options, env: {}, stdin: false });
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

  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** Rejects with {@link ThreadEnded}; the thread is unusable then. Buffers in `transfer` move into the thread. */
  async ask(task: Task, timeoutMs: number, transfer: readonly TransferListItem[] = []): Promise<Answer> {
    if (this.#ended) throw this.#ended;
    this.#worker.postMessage(task, [...transfer]);
    this.#worker.ref();
    const timer = setTimeout(() => this.#fail("timeout"), timeoutMs);
    const answered = new Promise<Answer>((resolve, reject) => {
      this.#pending = { resolve, reject };
    });
    return answered.finally(() => clearTimeout(timer));
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
