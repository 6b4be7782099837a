import { EngineError, type EngineOptions } from "@/lib/engines/engine";
import type { MemoryBudget } from "@/lib/engines/memory-budget";
import { Batch, FairQueue, type Priority } from "@/lib/engines/queue";
import type { Message } from "./message";
import { ModelWorker, memoryFor } from "./model-worker";
import type { InstalledModel } from "./models/installed";
import { type Done, ThreadEnded } from "./thread";

type Job = {
  readonly message: Message;
  readonly wantsQuality: boolean;
  readonly priority: Priority;
  readonly timeoutMs: number;
  /** Work that was under way when a thread ended is done once more, alone: one that kills takes no other with it. */
  retried: boolean;
  /** False when its caller has gone. */
  isWanted: boolean;
  readonly answered: (answer: Done) => void;
  readonly failed: (error: EngineError) => void;
};

export type PoolOptions = {
  readonly engine: string;
  readonly model: InstalledModel;
  readonly budget: MemoryBudget;
  readonly queueLimit: number;
  readonly timeoutMs: number;
  /** Threads that one direction may have when there is work and memory for them. */
  readonly threads: number;
  /** Called when the model's files cannot be used. */
  readonly spoilt: () => void;
};

/** A batch ends at either: larger ones gain little, and a person waits for the batch under way. */
const BATCH_MESSAGES = 16;
const BATCH_CHARACTERS = 600;
/**
 * Nothing stops a batch under way. While people ask, from one request to the next, one of the threads is left to them; where
 * there is one thread, documents go on by so little at a time.
 */
const PEOPLE_STAY_MS = 30_000;
const SHORT_BATCH_CHARACTERS = 150;
/** With as many waiting, another thread is worth its memory: batches of fewer cost more for each message. */
const THREAD_FROM_MESSAGES = 3;
/**
 * Callers that are answered together tend to come back together. The threads wait as many milliseconds for all of them, for
 * a message alone takes a third more work than one of several.
 */
const RETURN_MS = 15;

/** The threads of one direction with one version of its model, and the queue before them. */
export class DirectionPool {
  readonly #queue: FairQueue<Job>;
  readonly #retries: Job[] = [];
  readonly #workers = new Set<ModelWorker>();
  readonly #running = new Set<Job>();
  /** Callers that were answered just now and have not come back yet. */
  #expected = 0;
  #expectation: NodeJS.Timeout | undefined;
  #lastPersonAt = Number.NEGATIVE_INFINITY;
  #starting: ModelWorker | undefined;
  #closed = false;
  #retired = false;

  constructor(private readonly options: PoolOptions) {
    this.#queue = new FairQueue(options.queueLimit);
  }

  get model(): InstalledModel {
    return this.options.model;
  }

  get queued(): number {
    return this.#queue.size + this.#retries.length;
  }

  get memoryMb(): number {
    const holding = [...this.#workers].filter((worker) => worker !== this.#starting).length;
    return holding * memoryFor(this.options.model);
  }

  /** One answer per message, in order. Rejects with {@link EngineError}. */
  run(messages: readonly Message[], options: EngineOptions): Promise<Done[]> {
    const { priority, signal, timeoutMs, wantsQuality = false } = options;
    return new Promise((resolve, reject) => {
      const answers = new Array<Done>(messages.length);
      let missing = messages.length;
      const settle = (error: EngineError | null): void => {
        signal?.removeEventListener("abort", aborted);
        this.#queue.withdraw(batch);
        for (const job of jobs) job.isWanted = false;
        if (error) reject(error);
        else resolve(answers);
      };
      const aborted = (): void => settle(this.#error("aborted", "the caller has gone"));
      const jobs = messages.map(
        (message, index): Job => ({
          message,
          wantsQuality,
          priority,
          timeoutMs: timeoutMs ?? this.options.timeoutMs,
          retried: false,
          isWanted: true,
          answered: (answer) => {
            answers[index] = answer;
            missing -= 1;
            if (missing > 0) return;
            settle(null);
            if (priority === "interactive") this.#expectBack();
          },
          failed: settle,
        }),
      );
      const batch = new Batch(priority, jobs);
      if (this.#closed) return settle(this.#error("unavailable", "closed"));
      if (signal?.aborted) return aborted();
      if (missing === 0) return settle(null);
      if (!this.#queue.add(batch)) return settle(this.#error("overloaded", "its queue is full"));
      signal?.addEventListener("abort", aborted, { once: true });
      if (priority === "interactive") {
        this.#expected = Math.max(0, this.#expected - 1);
        this.#lastPersonAt = performance.now();
      }
      this.#pump();
    });
  }

  /** Ends the threads; work in hand and waiting rejects. */
  close(): void {
    this.#closed = true;
    for (const worker of this.#workers) worker.end();
    this.#workers.clear();
    this.#failAll(this.#error("unavailable", "closed"));
  }

  /** Finishes its work, then ends: another version of the model takes over. */
  retire(): void {
    this.#retired = true;
    this.#pump();
  }

  #pump(): void {
    if (this.#closed) return;
    if (this.#retired && this.queued === 0 && this.#running.size === 0) {
      this.close();
      return;
    }
    const isComplete = this.#expected === 0 || this.queued >= BATCH_MESSAGES;
    const loaded = [...this.#workers].filter((worker) => worker !== this.#starting).length;
    let free = [...this.#workers].filter(({ isFree }) => isFree).length;
    for (const worker of this.#workers) {
      if (!worker.isFree) continue;
      const isKept = loaded > 1 && free === 1 && this.#retries.length === 0 && this.#isBesidePeople;
      const batch = isComplete && !isKept ? this.#nextBatch(Math.ceil(this.queued / free), loaded === 1) : [];
      free -= 1;
      if (batch.length > 0) void this.#work(worker, batch);
      else worker.rest();
    }
    if (this.queued > 0 && !this.#starting && this.#mayStart()) void this.#start();
  }

  /** The first thread waits for memory; further ones only take what is free. */
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
      if (error instanceof ThreadEnded && error.reason === "bad file") spoilt();
      if (this.#workers.size === 0) this.#failAll(this.#error("unavailable", "its model could not be loaded", error));
    }
    this.#pump();
  }

  /** True when it is the turn of documents while people are about. */
  get #isBesidePeople(): boolean {
    return this.#queue.next === "bulk" && performance.now() - this.#lastPersonAt < PEOPLE_STAY_MS;
  }

  #nextBatch(share: number, isOnlyThread: boolean): Job[] {
    for (let retry = this.#retries.shift(); retry; retry = this.#retries.shift()) {
      if (retry.isWanted) return [retry];
    }
    const batch: Job[] = [];
    const priority = this.#queue.next;
    let room = isOnlyThread && this.#isBesidePeople ? SHORT_BATCH_CHARACTERS : BATCH_CHARACTERS;
    // Of one kind: a person's sentence is not answered later for a book's beside it.
    while (batch.length < Math.min(share, BATCH_MESSAGES) && room > 0 && this.#queue.next === priority) {
      const job = this.#queue.take();
      if (!job) break;
      batch.push(job);
      room -= job.message.text.length;
    }
    return batch;
  }

  async #work(worker: ModelWorker, batch: readonly Job[]): Promise<void> {
    for (const job of batch) this.#running.add(job);
    const timeoutMs = Math.max(...batch.map((job) => job.timeoutMs));
    try {
      const answers = await worker.translate(
        batch.map(({ message: { text, html }, wantsQuality }) => ({ text, html, wantsQuality })),
        timeoutMs,
      );
      for (const [index, job] of batch.entries()) {
        this.#running.delete(job);
        job.answered(answers[index] ?? { text: "" });
      }
    } catch (error) {
      this.#workers.delete(worker);
      for (const job of batch) {
        this.#running.delete(job);
        if (!this.#closed && job.isWanted) this.#again(job, error);
      }
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

  #again(job: Job, error: unknown): void {
    const isTimeout = error instanceof ThreadEnded && error.reason === "timeout";
    if (!job.retried) this.#retries.push(Object.assign(job, { retried: true }));
    else if (isTimeout) job.failed(this.#error("timeout", "the model took too long", error));
    else job.failed(this.#error("unavailable", "the model fails at this text", error));
  }

  #remove(worker: ModelWorker): void {
    this.#workers.delete(worker);
    this.#pump();
  }

  #failAll(error: EngineError): void {
    for (const job of [...this.#retries.splice(0), ...this.#running]) job.failed(error);
    this.#running.clear();
    for (let job = this.#queue.take(); job; job = this.#queue.take()) job.failed(error);
  }

  #error(code: EngineError["code"], reason: string, cause?: unknown): EngineError {
    const { source, target } = this.options.model;
    return new EngineError(code, this.options.engine, `${source} to ${target}: ${reason}.`, 2, { cause });
  }
}
