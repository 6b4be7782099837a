import { countEngineLoss } from "@/lib/base/metrics";
import { chargeCpu } from "@/lib/base/pool/account-cpu";
import type { MemoryBudget } from "@/lib/base/pool/memory-budget";
import { ThreadEnded } from "@/lib/base/pool/task-thread";
import { type Job, WorkQueue } from "@/lib/base/pool/work-queue";
import { EngineError, type EngineOptions } from "@/lib/engines/engine";
import type { Message } from "./message";
import { ModelWorker, memoryFor } from "./model-worker";
import type { InstalledModel } from "./models/installed";
import { type Done, UnusableModel } from "./thread";

/** A message of one caller, and whether the caller requested {@link Done.quality}. */
type Wanted = { readonly message: Message; readonly wantsQuality: boolean };

export type PoolOptions = {
  readonly engine: string;
  readonly model: InstalledModel;
  readonly budget: MemoryBudget;
  readonly queueLimit: number;
  readonly timeoutMs: number;
  /** Maximum threads of one direction, if there is work and memory for them. */
  readonly threads: number;
  /** Called if the model's files are unusable. */
  readonly spoilt: () => void;
};

/** Maximum messages and characters of a batch: larger ones gain little, and interactive requests wait for it. */
const BATCH_MESSAGES = 16;
const BATCH_CHARACTERS = 600;
/**
 * A running batch can't be stopped. For so many milliseconds after an interactive request, one thread is reserved for
 * the next request; with a single thread, documents get only small batches.
 */
const PEOPLE_STAY_MS = 30_000;
const SHORT_BATCH_CHARACTERS = 150;
/** Number of queued messages that justify another thread's memory; smaller batches cost more per message. */
const THREAD_FROM_MESSAGES = 3;
/**
 * Callers whose requests were answered together tend to send the next ones together. Threads wait this many
 * milliseconds for all of them, because a single message takes a third more work than one of several.
 */
const RETURN_MS = 15;

/** The threads of one direction with one version of its model, and their queue. */
export class DirectionPool {
  readonly #work: WorkQueue<Wanted, Done>;
  readonly #workers = new Set<ModelWorker>();
  /** Callers that were just answered and are expected to send another request. */
  #expected = 0;
  #expectation: NodeJS.Timeout | undefined;
  #lastPersonAt = Number.NEGATIVE_INFINITY;
  #starting: ModelWorker | undefined;
  #closed = false;
  #retired = false;

  constructor(private readonly options: PoolOptions) {
    this.#work = new WorkQueue({
      limit: options.queueLimit,
      timeoutMs: options.timeoutMs,
      error: (fault, reason) => this.#error(fault, reason),
      added: () => this.#pump(),
      answered: (priority) => priority === "interactive" && this.#expectBack(),
    });
  }

  get model(): InstalledModel {
    return this.options.model;
  }

  get queued(): number {
    return this.#work.size;
  }

  get memoryMb(): number {
    const holding = [...this.#workers].filter((worker) => worker !== this.#starting).length;
    return holding * memoryFor(this.options.model);
  }

  /** Returns one answer per message, in order. Rejects with {@link EngineError}. */
  run(messages: readonly Message[], options: EngineOptions): Promise<Done[]> {
    if (options.priority === "interactive") {
      this.#expected = Math.max(0, this.#expected - 1);
      this.#lastPersonAt = performance.now();
    }
    const wanted = messages.map((message) => ({ message, wantsQuality: options.wantsQuality ?? false }));
    return this.#work.run(wanted, options);
  }

  /** Ends the threads. Running and queued work rejects. */
  close(): void {
    this.#closed = true;
    for (const worker of this.#workers) worker.end();
    this.#workers.clear();
    this.#work.close();
  }

  /** Finishes its work, then ends. A pool with another version of the model replaces it. */
  retire(): void {
    this.#retired = true;
    this.#pump();
  }

  #pump(): void {
    if (this.#closed) return;
    if (this.#retired && !this.#work.isBusy) {
      this.close();
      return;
    }
    const isComplete = this.#expected === 0 || this.queued >= BATCH_MESSAGES;
    const loaded = [...this.#workers].filter((worker) => worker !== this.#starting).length;
    let free = [...this.#workers].filter(({ isFree }) => isFree).length;
    for (const worker of this.#workers) {
      if (!worker.isFree) continue;
      const isKept = loaded > 1 && free === 1 && !this.#work.hasRetries && this.#isBesidePeople;
      const batch = isComplete && !isKept ? this.#nextBatch(Math.ceil(this.queued / free), loaded === 1) : [];
      free -= 1;
      if (batch.length > 0) void this.#translate(worker, batch);
      else worker.rest();
    }
    if (this.queued > 0 && !this.#starting && this.#mayStart()) void this.#start();
  }

  /** The first thread waits for memory; further threads only use free memory. */
  #mayStart(): boolean {
    if (this.#workers.size === 0) return true;
    const { budget, model, threads } = this.options;
    const isFree = budget.usedMb + memoryFor(model) <= budget.limitMb;
    return this.#workers.size < threads && this.queued >= THREAD_FROM_MESSAGES && isFree;
  }

  async #start(): Promise<void> {
    const { model, budget, spoilt } = this.options;
    const worker = new ModelWorker(model, budget, (freed) => this.#remove(freed));
    this.#workers.add(worker);
    this.#starting = worker;
    try {
      await worker.ready();
      this.#starting = undefined;
    } catch (error) {
      this.#starting = undefined;
      this.#workers.delete(worker);
      if (this.#closed) return;
      if (error instanceof UnusableModel) spoilt();
      if (this.#workers.size === 0)
        this.#work.failAll(this.#error("unavailable", "its model could not be loaded", error));
    }
    this.#pump();
  }

  /** True if a bulk batch may run although there were interactive requests recently. */
  get #isBesidePeople(): boolean {
    return this.#work.next === "bulk" && performance.now() - this.#lastPersonAt < PEOPLE_STAY_MS;
  }

  #nextBatch(share: number, isOnlyThread: boolean): Job<Wanted, Done>[] {
    const retry = this.#work.takeRetry();
    if (retry) return [retry];
    const batch: Job<Wanted, Done>[] = [];
    const priority = this.#work.next;
    let room = isOnlyThread && this.#isBesidePeople ? SHORT_BATCH_CHARACTERS : BATCH_CHARACTERS;
    // Messages of a batch have one priority, because an interactive sentence must not wait for a book in its batch.
    while (batch.length < Math.min(share, BATCH_MESSAGES) && room > 0 && this.#work.next === priority) {
      const job = this.#work.take();
      if (!job) break;
      batch.push(job);
      room -= job.input.message.text.length;
    }
    return batch;
  }

  async #translate(worker: ModelWorker, batch: readonly Job<Wanted, Done>[]): Promise<void> {
    const timeoutMs = Math.max(...batch.map((job) => job.timeoutMs));
    const started = performance.now();
    try {
      const answers = await worker.translate(
        batch.map(({ input: { message, wantsQuality } }) => ({ text: message.text, html: message.html, wantsQuality })),
        timeoutMs,
      );
      const each = (performance.now() - started) / batch.length;
      for (const [index, job] of batch.entries()) {
        chargeCpu(job.account, each);
        job.succeed(answers[index] ?? { text: "" });
      }
    } catch (error) {
      if (!this.#closed) countEngineLoss(this.options.engine);
      this.#workers.delete(worker);
      const isTimeout = error instanceof ThreadEnded && error.reason === "timeout";
      const fault = () =>
        isTimeout
          ? this.#error("timeout", "the model took too long", error)
          : this.#error("unavailable", "the model fails on this text", error);
      for (const job of batch) this.#work.retryOnce(job, fault);
    }
    this.#pump();
  }

  #expectBack(): void {
    this.#expected += 1;
    clearTimeout(this.#expectation);
    this.#expectation = setTimeout(() => {
      this.#expected = 0;
      this.#pump();
    }, RETURN_MS);
  }

  #remove(worker: ModelWorker): void {
    this.#workers.delete(worker);
    this.#pump();
  }

  #error(code: EngineError["code"], reason: string, cause?: unknown): EngineError {
    const { source, target } = this.options.model;
    return new EngineError(code, this.options.engine, `${source} to ${target}: ${reason}.`, 2, { cause });
  }
}
