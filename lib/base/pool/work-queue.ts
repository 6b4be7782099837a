import { currentAccount } from "./account-cpu";
import { Batch, FairQueue, type Priority } from "./fair-queue";

/**
 * Why work was not done:
 * - `aborted`: the caller aborted it;
 * - `overloaded`: the queue is full;
 * - `unavailable`: the pool is closed, or this work made its workers fail;
 * - `timeout`: a worker took too long.
 */
export type WorkFault = "aborted" | "overloaded" | "unavailable" | "timeout";

export type WorkOptions = {
  readonly priority: Priority;
  /** Aborted when the caller no longer wants the result: queued work is dropped, running work may complete unused. */
  readonly signal?: AbortSignal | undefined;
  /** Timeout of one item in milliseconds, from when it leaves the queue. */
  readonly timeoutMs?: number | undefined;
};

type QueueOptions = {
  /** Queue limit per priority; see {@link FairQueue}. */
  readonly limit: number;
  /** Default timeout. */
  readonly timeoutMs: number;
  readonly error: (fault: WorkFault, reason: string) => Error;
  /** Called when work was added, so that the pool starts workers. */
  readonly added: () => void;
  /** Called when all work of a caller is done. */
  readonly answered?: (priority: Priority) => void;
};

/** The work of one caller. */
type Call<Out> = {
  isSettled: boolean;
  settle: (error: Error | null) => void;
  answer: (index: number, out: Out) => void;
};

/** One item of a caller's work. The worker that takes it calls `succeed`, `fail` or {@link WorkQueue.retryOnce}. */
export class Job<In, Out> {
  /** True on the second attempt, after the first worker died. */
  isRetry = false;
  #abort: AbortController | undefined;

  constructor(
    readonly input: In,
    readonly priority: Priority,
    readonly timeoutMs: number,
    private readonly index: number,
    private readonly call: Call<Out>,
    /** The account for which the work is done. */
    readonly account: string | undefined,
  ) {}

  /** False if no caller waits for the result any more. */
  get isWanted(): boolean {
    return !this.call.isSettled;
  }

  /** Aborted when no caller waits for the result any more. */
  get signal(): AbortSignal {
    this.#abort ??= new AbortController();
    if (this.call.isSettled) this.#abort.abort();
    return this.#abort.signal;
  }

  succeed(out: Out): void {
    this.call.answer(this.index, out);
  }

  /** Rejects the whole call. */
  fail(error: Error): void {
    this.call.settle(error);
  }

  /** Called when its call has failed. */
  abandon(): void {
    this.#abort?.abort();
  }
}

/**
 * The queued work of a pool: bounded and fair (see {@link FairQueue}), dropped when its caller aborts, retried once
 * when its worker dies. The pool manages the workers.
 */
export class WorkQueue<In, Out> {
  readonly #queue: FairQueue<Job<In, Out>>;
  readonly #retries: Job<In, Out>[] = [];
  readonly #calls = new Set<Call<Out>>();
  #closed = false;

  constructor(private readonly options: QueueOptions) {
    this.#queue = new FairQueue(options.limit);
  }

  /** Queued items. */
  get size(): number {
    return this.#queue.size + this.#retries.length;
  }

  get hasRetries(): boolean {
    return this.#retries.length > 0;
  }

  /** True while a caller waits for queued or running work. */
  get isBusy(): boolean {
    return this.#calls.size > 0;
  }

  /** Priority of the next item that is not a retry; undefined if there is none. */
  get next(): Priority | undefined {
    return this.#queue.next;
  }

  /** Returns one answer per item, in order. Rejects with the first error of any item. */
  run(inputs: readonly In[], { priority, signal, timeoutMs = this.options.timeoutMs }: WorkOptions): Promise<Out[]> {
    return new Promise((resolve, reject) => {
      const answers = new Array<Out>(inputs.length);
      let missing = inputs.length;
      const call: Call<Out> = {
        isSettled: false,
        settle: (error) => {
          if (call.isSettled) return;
          call.isSettled = true;
          this.#calls.delete(call);
          signal?.removeEventListener("abort", aborted);
          this.#queue.withdraw(batch);
          if (error) {
            for (const job of jobs) job.abandon();
            return reject(error);
          }
          resolve(answers);
          if (jobs.length > 0) this.options.answered?.(priority);
        },
        answer: (index, out) => {
          answers[index] = out;
          missing -= 1;
          if (missing === 0) call.settle(null);
        },
      };
      const aborted = (): void => call.settle(this.options.error("aborted", "the caller has gone"));
      const account = currentAccount();
      const jobs = inputs.map((input, index) => new Job(input, priority, timeoutMs, index, call, account));
      const batch = new Batch(priority, jobs, account);
      if (this.#closed) return call.settle(this.options.error("unavailable", "closed"));
      if (signal?.aborted) return aborted();
      if (missing === 0) return call.settle(null);
      if (!this.#queue.add(batch)) return call.settle(this.options.error("overloaded", "its queue is full"));
      signal?.addEventListener("abort", aborted, { once: true });
      this.#calls.add(call);
      this.options.added();
    });
  }

  /** The next item that is not a retry. */
  take(): Job<In, Out> | undefined {
    return this.#queue.take();
  }

  /** The next item to retry. It is returned alone, because it may kill its worker again. */
  takeRetry(): Job<In, Out> | undefined {
    for (let job = this.#retries.shift(); job; job = this.#retries.shift()) if (job.isWanted) return job;
    return undefined;
  }

  /** Requeues an item whose worker died. At the second time the item fails. */
  retryOnce(job: Job<In, Out>, error: () => Error): void {
    if (!job.isWanted) return;
    if (job.isRetry) {
      job.fail(error());
      return;
    }
    job.isRetry = true;
    this.#retries.push(job);
  }

  /** Rejects all queued and running work. */
  failAll(error: Error): void {
    this.#retries.length = 0;
    for (const call of [...this.#calls]) call.settle(error);
  }

  /** Rejects all current and future work. */
  close(): void {
    this.#closed = true;
    this.failAll(this.options.error("unavailable", "closed"));
  }
}
