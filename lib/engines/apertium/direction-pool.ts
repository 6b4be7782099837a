import { EngineError, type EngineOptions } from "@/lib/engines/engine";
import type { MemoryBudget, MemoryHolder } from "@/lib/engines/memory-budget";
import { Batch, FairQueue } from "@/lib/engines/queue";
import { Pipeline, type PipelineEnded, type Stage } from "./pipeline";

/** A piece of Apertium stream without line breaks and NUL. */
export type Message = { readonly stream: string; readonly fakeStop: boolean };

type Job = Message & {
  readonly timeoutMs: number;
  /** A message that was in flight when a pipeline died is sent once more, alone: one that kills takes no other with it. */
  retried: boolean;
  readonly answered: (answer: string) => void;
  readonly failed: (error: EngineError) => void;
};

export type PoolOptions = {
  readonly engine: string;
  readonly mode: string;
  readonly stages: () => Promise<readonly Stage[]>;
  /** Of the programs, see setpriority(2). */
  readonly niceness: number;
  readonly budget: MemoryBudget;
  readonly queueLimit: number;
  readonly timeoutMs: number;
};

/** Messages written to a pipeline and not yet answered: enough to keep every program of the row at work. */
const MAX_IN_FLIGHT = 24;
/** More are written, several at once, when no more than these are left: each write wakes the whole row. */
const REFILL_AT = 12;
/** Some programs grow as they work (lrx-proc, cg-proc): a pipeline starts anew after this many messages… */
const RECYCLE_AFTER_MESSAGES = 20_000;
/** …or when it takes this many times the memory that it had when warm. */
const RECYCLE_AT_GROWTH = 2;
/** What a pipeline that was never measured is taken to need: the median of Debian's directions. */
const USUAL_MEMORY_MB = 110;
/** Messages between two measurements of memory. The first one comes when the programs have loaded their data. */
const MEASURE_EVERY = 1_000;

/**
 * The pipeline of one direction: started when first needed, ended when its memory is needed elsewhere, replaced when it
 * dies, hangs, loses step or has grown. One pipeline keeps two cores busy.
 */
export class DirectionPool implements MemoryHolder {
  readonly #queue: FairQueue<Job>;
  readonly #retries: Job[] = [];
  /** True while a message is sent for the second time: nothing else is in flight then. */
  #retrying = false;
  #state: "stopped" | "starting" | "running" | "draining" | "closed" = "stopped";
  #pipeline: Pipeline | undefined;
  #idleSince: number | null = null;
  #memoryMb = 0;
  #warmMb = 0;
  #measuredAt = 0;

  constructor(private readonly options: PoolOptions) {
    this.#queue = new FairQueue(options.queueLimit);
  }

  get queued(): number {
    return this.#queue.size + this.#retries.length;
  }

  get memoryMb(): number {
    return this.#memoryMb;
  }

  get idleSince(): number | null {
    return this.#idleSince;
  }

  /** True when work need not wait for its programs to start. */
  get isRunning(): boolean {
    return this.#state === "running";
  }

  /** Megabytes that it takes when it starts. */
  get needMb(): number {
    return this.#warmMb || USUAL_MEMORY_MB;
  }

  /** One answer per message, in order. Rejects with {@link EngineError}. */
  run(messages: readonly Message[], { priority, signal, timeoutMs }: EngineOptions): Promise<string[]> {
    return new Promise((resolve, reject) => {
      const answers = new Array<string>(messages.length);
      let missing = messages.length;
      if (missing === 0) return resolve(answers);
      const settle = (error: EngineError | null): void => {
        signal?.removeEventListener("abort", aborted);
        this.#queue.withdraw(batch);
        if (error) reject(error);
        else resolve(answers);
      };
      const aborted = (): void => settle(this.#error("aborted", "the caller has gone"));
      const jobs = messages.map(
        ({ stream, fakeStop }, index): Job => ({
          stream,
          fakeStop,
          timeoutMs: timeoutMs ?? this.options.timeoutMs,
          retried: false,
          answered: (answer) => {
            answers[index] = answer;
            missing -= 1;
            if (missing === 0) settle(null);
          },
          failed: settle,
        }),
      );
      const batch = new Batch(priority, jobs);
      if (this.#state === "closed") return settle(this.#error("unavailable", "closed"));
      if (signal?.aborted) return aborted();
      if (!this.#queue.add(batch)) return settle(this.#error("overloaded", "its queue is full"));
      signal?.addEventListener("abort", aborted, { once: true });
      this.#pump();
    });
  }

  /** Finishes what is in flight, then ends the pipeline; it starts again when work waits and memory allows. */
  giveWay(): void {
    if (this.#state !== "running") return;
    this.#state = "draining";
    this.#pump();
  }

  close(): void {
    this.#state = "closed";
    this.#stop();
    this.#failAll(this.#error("unavailable", "closed"));
  }

  #pump(): void {
    if (this.#state === "stopped" && this.queued > 0) void this.#start();
    const pipeline = this.#pipeline;
    if (!pipeline) return;
    if (this.#state === "running" && pipeline.inFlight <= REFILL_AT) {
      for (let job = this.#next(pipeline); job; job = this.#next(pipeline)) this.#send(pipeline, job);
    }
    if (pipeline.inFlight > 0) {
      this.#idleSince = null;
    } else if (this.#state === "draining") {
      this.#stop();
      this.#state = "stopped";
      this.#pump();
    } else if (this.#idleSince === null) {
      this.#idleSince = Date.now();
      this.options.budget.changed(this);
    }
  }

  #next(pipeline: Pipeline): Job | undefined {
    if (this.#retries.length > 0) return pipeline.inFlight === 0 ? this.#retries.shift() : undefined;
    return pipeline.inFlight < MAX_IN_FLIGHT && !this.#retrying ? this.#queue.take() : undefined;
  }

  #send(pipeline: Pipeline, job: Job): void {
    this.#retrying = job.retried;
    pipeline.send(job.stream, job.fakeStop, {
      timeoutMs: job.timeoutMs,
      answered: (answer) => {
        this.#retrying = false;
        job.answered(answer);
        this.#lookAfter(pipeline);
        this.#pump();
      },
      failed: (ended, toBlame) => {
        this.#retrying = false;
        if (ended.reason === "closed") job.failed(this.#error("unavailable", "closed"));
        else if (toBlame) job.failed(this.#error("timeout", ended.message, ended));
        else if (job.retried) job.failed(this.#error("unavailable", ended.message, ended));
        else this.#retries.push(Object.assign(job, { retried: true }));
      },
    });
  }

  async #start(): Promise<void> {
    this.#state = "starting";
    try {
      const stages = await this.options.stages();
      await this.options.budget.acquire(this, this.needMb);
      if (this.#isClosed()) return this.options.budget.release(this);
      const { mode, niceness } = this.options;
      const pipeline = new Pipeline(mode, stages, niceness, (ended) => this.#ended(pipeline, ended));
      this.#pipeline = pipeline;
      this.#measuredAt = 0;
      this.#state = "running";
      this.#pump();
    } catch (error) {
      this.options.budget.release(this);
      if (this.#isClosed()) return;
      this.#state = "stopped";
      this.#failAll(this.#error("unavailable", `${this.options.mode} could not be started`, error));
    }
  }

  #isClosed(): boolean {
    return this.#state === "closed";
  }

  /** Called before the messages in flight are told, so that those which come back find a pool that may start anew. */
  #ended(pipeline: Pipeline, ended: PipelineEnded): void {
    if (this.#pipeline !== pipeline) return;
    this.#forget();
    if (ended.reason === "closed" || this.#isClosed()) return;
    this.#state = "stopped";
    queueMicrotask(() => this.#pump());
  }

  #stop(): void {
    const pipeline = this.#pipeline;
    this.#forget();
    pipeline?.close();
  }

  #forget(): void {
    this.#pipeline = undefined;
    this.#memoryMb = 0;
    this.#idleSince = null;
    this.options.budget.release(this);
  }

  #failAll(error: EngineError): void {
    for (const job of this.#retries.splice(0)) job.failed(error);
    for (let job = this.#queue.take(); job; job = this.#queue.take()) job.failed(error);
  }

  #lookAfter(pipeline: Pipeline): void {
    if (pipeline.served >= RECYCLE_AFTER_MESSAGES) this.giveWay();
    else if (pipeline.served === 1 || pipeline.served - this.#measuredAt >= MEASURE_EVERY) void this.#measure(pipeline);
  }

  async #measure(pipeline: Pipeline): Promise<void> {
    this.#measuredAt = pipeline.served;
    const isFirst = pipeline.served === 1;
    const memoryMb = (await pipeline.memoryMb()) ?? USUAL_MEMORY_MB;
    if (this.#pipeline !== pipeline) return;
    this.#memoryMb = memoryMb;
    if (isFirst) this.#warmMb = memoryMb;
    this.options.budget.changed(this);
    if (memoryMb > this.#warmMb * RECYCLE_AT_GROWTH) this.giveWay();
  }

  #error(code: EngineError["code"], why: string, cause?: unknown): EngineError {
    return new EngineError(code, this.options.engine, `${this.options.mode}: ${why}`, undefined, { cause });
  }
}
