import { countEngineLoss } from "@/lib/base/metrics";
import { chargeCpu } from "@/lib/base/pool/account-cpu";
import type { MemoryBudget, MemoryHolder } from "@/lib/base/pool/memory-budget";
import { type Job, WorkQueue } from "@/lib/base/pool/work-queue";
import { EngineError, type EngineOptions } from "@/lib/engines/engine";
import { Pipeline, type PipelineEnded, type Stage } from "./pipeline";

/** A piece of Apertium's stream format without line breaks and NUL. */
export type Message = { readonly stream: string; readonly fakeStop: boolean };

export type PoolOptions = {
  readonly engine: string;
  readonly mode: string;
  readonly stages: () => Promise<readonly Stage[]>;
  /** Niceness of the programs relative to this process, see setpriority(2). */
  readonly niceness: number;
  /** Keeps more short messages in flight: better throughput, longer waits. */
  readonly batches: boolean;
  readonly budget: MemoryBudget;
  readonly queueLimit: number;
  readonly timeoutMs: number;
};

/** Maximum messages written to a pipeline and not yet answered: enough to keep all its programs busy. */
const MAX_IN_FLIGHT = 24;
/**
 * Higher limit for short messages: each program then processes several whenever it runs. The total length, in UTF-16
 * units, limits how long other messages wait and how much is repeated if the pipeline dies.
 */
const MAX_SHORT_IN_FLIGHT = 64;
const MAX_LENGTH_OF_SHORT = 6_000;
/** Share of the limits in flight at which several more messages are written, because each write wakes all programs. */
const REFILL_AT = 0.5;
/** Number of messages after which a pipeline is restarted, because some programs leak memory (lrx-proc, cg-proc). */
const RECYCLE_AFTER_MESSAGES = 20_000;
/** …or when it uses this many times the memory that it had after loading. */
const RECYCLE_AT_GROWTH = 2;
/** Assumed memory of a pipeline that was not measured yet: the median of Debian's directions. */
const USUAL_MEMORY_MB = 110;
/** Milliseconds between two measurements of processor time while there are messages. */
const CHARGE_EVERY_MS = 100;
/** Messages between two memory measurements. The first one follows as soon as the programs are loaded. */
const MEASURE_EVERY = 1_000;

/**
 * The pipeline of one direction: started on demand, stopped when other engines need its memory, restarted when it dies,
 * hangs, gets out of step or uses too much memory. One pipeline uses two cores.
 */
export class DirectionPool implements MemoryHolder {
  /** A message that was in flight when its pipeline died is retried once, with no other message in flight. */
  readonly #work: WorkQueue<Message, string>;
  /** True while a message is retried; no other message is in flight then. */
  #retrying = false;
  #state: "stopped" | "starting" | "running" | "draining" | "closed" = "stopped";
  #pipeline: Pipeline | undefined;
  #idleSince: number | null = null;
  #memoryMb = 0;
  #warmMb = 0;
  #measuredAt = 0;
  /** Length of the answered messages by account, since processor time was last charged. */
  readonly #answered = new Map<string | undefined, number>();
  #charged = { at: 0, ms: 0 };

  constructor(private readonly options: PoolOptions) {
    this.#work = new WorkQueue({
      limit: options.queueLimit,
      timeoutMs: options.timeoutMs,
      error: (fault, reason) => this.#error(fault, reason),
      added: () => this.#pump(),
    });
  }

  get queued(): number {
    return this.#work.size;
  }

  get memoryMb(): number {
    return this.#memoryMb;
  }

  get idleSince(): number | null {
    return this.#idleSince;
  }

  /** True if messages don't have to wait for programs to start. */
  get isRunning(): boolean {
    return this.#state === "running";
  }

  /** Megabytes that starting requires. */
  get needMb(): number {
    return this.#warmMb || USUAL_MEMORY_MB;
  }

  /** Returns one answer per message, in order. Rejects with {@link EngineError}. */
  run(messages: readonly Message[], options: EngineOptions): Promise<string[]> {
    return this.#work.run(messages, options);
  }

  /** Finishes the messages in flight, then stops the pipeline; queued messages restart it when there is memory. */
  giveWay(): void {
    if (this.#state !== "running") return;
    this.#state = "draining";
    this.#pump();
  }

  close(): void {
    this.#state = "closed";
    this.#stop();
    this.#work.close();
  }

  #pump(): void {
    if (this.#state === "stopped" && this.queued > 0) void this.#start();
    const pipeline = this.#pipeline;
    if (!pipeline) return;
    if (this.#state === "running" && this.#hasRoom(pipeline, REFILL_AT)) {
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

  #next(pipeline: Pipeline): Job<Message, string> | undefined {
    if (this.#work.hasRetries) return pipeline.inFlight === 0 ? this.#work.takeRetry() : undefined;
    return this.#hasRoom(pipeline, 1) && !this.#retrying ? this.#work.take() : undefined;
  }

  /** True if fewer messages than this share of the limits are in flight. */
  #hasRoom({ inFlight, lengthInFlight }: Pipeline, share: number): boolean {
    if (inFlight < MAX_IN_FLIGHT * share) return true;
    const { batches } = this.options;
    return batches && inFlight < MAX_SHORT_IN_FLIGHT * share && lengthInFlight < MAX_LENGTH_OF_SHORT * share;
  }

  #send(pipeline: Pipeline, job: Job<Message, string>): void {
    this.#retrying = job.isRetry;
    pipeline.send(job.input.stream, job.input.fakeStop, {
      timeoutMs: job.timeoutMs,
      answered: (answer) => {
        this.#retrying = false;
        this.#charge(pipeline, job);
        job.succeed(answer);
        this.#lookAfter(pipeline);
        this.#pump();
      },
      failed: (ended, toBlame) => {
        this.#retrying = false;
        if (ended.reason === "closed") job.fail(this.#error("unavailable", "closed"));
        else if (toBlame) job.fail(this.#error("timeout", ended.message, ended));
        else this.#work.retryOnce(job, () => this.#error("unavailable", ended.message, ended));
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
      this.#charged = { at: 0, ms: 0 };
      this.#state = "running";
      this.#pump();
    } catch (error) {
      this.options.budget.release(this);
      if (this.#isClosed()) return;
      this.#state = "stopped";
      this.#work.failAll(this.#error("unavailable", `${this.options.mode} could not be started`, error));
    }
  }

  #isClosed(): boolean {
    return this.#state === "closed";
  }

  /** Called before the messages in flight are rejected, so that their retries can start a new pipeline. */
  #ended(pipeline: Pipeline, ended: PipelineEnded): void {
    if (this.#pipeline !== pipeline) return;
    this.#forget();
    if (ended.reason === "closed" || this.#isClosed()) return;
    countEngineLoss(this.options.engine);
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

  /** Charges the programs' processor time to the accounts whose texts they translated, in proportion to length. */
  #charge(pipeline: Pipeline, { account, input }: Job<Message, string>): void {
    this.#answered.set(account, (this.#answered.get(account) ?? 0) + input.stream.length);
    const at = performance.now();
    if (at - this.#charged.at < CHARGE_EVERY_MS) return;
    const ms = pipeline.cpuMs();
    const total = [...this.#answered.values()].reduce((sum, length) => sum + length, 0);
    for (const [owner, length] of this.#answered) chargeCpu(owner, ((ms - this.#charged.ms) * length) / total);
    this.#answered.clear();
    this.#charged = { at, ms };
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
