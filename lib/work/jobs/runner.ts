import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { listen, type Transaction } from "@/db/client";
import { shedCause } from "@/db/watch";
import { AppError } from "@/lib/base/errors";
import { lacksDescriptors } from "@/lib/base/fd-limits";
import { describeError, log } from "@/lib/base/log";
import { StorageError } from "@/lib/base/storage/s3";
import { inSpan } from "@/lib/base/tracing/tracing";
import { inContext } from "@/lib/base/work-context";
import { startClaiming } from "./claim-loop";
import { ALONE_AFTER_INTERRUPTIONS, MAX_INTERRUPTIONS, SHORT_COST } from "./fairness";
import {
  CANCEL_CHANNEL,
  type ClaimedJob,
  claimJob,
  endJob,
  hasOtherDueJobs,
  type Job,
  type JobError,
  JobLost,
  LEASE_SECONDS,
  maxAttempts,
  type Outcome,
  renewLease,
  reportProgress,
  takeBackInterruption,
  WAKE_CHANNEL,
} from "./queue";

/** A handler throws this for an error that a retry cannot fix. */
export class JobFault extends Error {
  override readonly name = "JobFault";
  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A handler that works in steps throws this to let other jobs run first; its job is requeued behind them. */
export class JobPaused extends Error {
  override readonly name = "JobPaused";
  constructor(readonly seconds = 0) {
    super();
  }
}

export type JobContext = {
  /** Aborted when the job is cancelled, lost to another runner, or the runner stops. */
  readonly signal: AbortSignal;
  /** Records progress. */
  readonly progress: (done: number, total: number) => Promise<void>;
  /** True if the job has run for its share of time and others wait. A job that works in steps should then pause. */
  readonly shouldPause: () => Promise<boolean>;
};

/** Effects that commit together with the job's end; may override the outcome. */
// biome-ignore lint/suspicious/noConfusingVoidType: most effects have nothing to say of the end
export type Effects = (tx: Transaction) => Promise<Outcome | void>;

/**
 * Does the work and returns its effects. They commit together with the job's end, so that a job that runs twice after a
 * crash has its effects only once. `onFailure` and `onCancel` commit with a failure or cancellation.
 */
export type JobHandler = {
  readonly run: (job: Job, context: JobContext) => Promise<Effects>;
  readonly onFailure: (job: Job, fault: JobError, tx: Transaction, thrown: unknown) => Promise<void>;
  readonly onCancel: (job: Job, tx: Transaction) => Promise<void>;
  /** Prepares a retry of what failed, and returns the new job's payload. Absent if the type has no retry. */
  readonly retry?: (tx: Transaction, failed: FailedJob) => Promise<Readonly<Record<string, unknown>>>;
};

/** A job that ended incomplete. `segmentIds` are the segments that failed. */
export type FailedJob<Payload = Readonly<Record<string, unknown>>> = Pick<
  Job<Payload>,
  "id" | "accountId" | "payload"
> & {
  readonly projectId: string | null;
  readonly newJobId: string;
  readonly segmentIds: readonly string[];
};

/** The 409 error for a job that is complete or of a type without retry. */
export function nothingToRetry(): AppError {
  return new AppError("conflict", "This job has nothing to retry.", { reason: "not_retryable" });
}

export type Runner = { readonly stop: () => Promise<void> };

const HEARTBEAT_MS = (LEASE_SECONDS / 4) * 1000;
/** Milliseconds that a job in steps may run while others wait. */
const TURN_MS = 20_000;
/** Seconds between checks whether a required model has been downloaded. */
const MODEL_DELAY_SECONDS = 3;
/** After this many seconds a job whose language model is still missing fails. */
const MAX_MODEL_WAIT_SECONDS = 24 * 3_600;
/** Seconds between checks whether object storage is available again. */
const STORAGE_DELAY_SECONDS = 5;
/** Seconds before retrying a job that failed for lack of file descriptors. */
const DESCRIPTORS_DELAY_SECONDS = 5;
/** Longest pause before a retry. */
const MAX_DELAY_SECONDS = 120;

/**
 * Runs jobs until stopped: up to `concurrency`, plus one short job if all of them are long. Any number of runners may
 * run, in any processes.
 */
export async function startRunner(
  handlers: Readonly<Record<string, JobHandler>>,
  concurrency: number,
): Promise<Runner> {
  const worker = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
  const types = Object.keys(handlers);
  const aborts = new Map<string, AbortController>();
  let stopping = false;

  const cancellations = await listen(CANCEL_CHANNEL, (id) => aborts.get(id)?.abort("cancelled"));
  const loop = await startClaiming<ClaimedJob>({
    name: "the job queue",
    channel: WAKE_CHANNEL,
    concurrency: concurrency + 1,
    claim: async (underWay) => {
      const jobs = [...underWay];
      if (jobs.some(({ interruptions }) => interruptions >= ALONE_AFTER_INTERRUPTIONS)) return null;
      const shortOnly = jobs.length >= concurrency || shedCause("bulk") !== null;
      if (shortOnly && jobs.some(({ cost }) => cost <= SHORT_COST)) return null;
      return claimJob(worker, types, { shortOnly, isIdle: jobs.length === 0 });
    },
    work: async (job) => {
      const abort = new AbortController();
      // The cancellation was requested during the claim, before the job was registered as running.
      if (job.cancelRequested) abort.abort("cancelled");
      else if (stopping) abort.abort("stopping");
      aborts.set(job.id, abort);
      await execute(job, handlers[job.type]!, { worker, types, abort, stopping: () => stopping });
      aborts.delete(job.id);
    },
  });

  return {
    stop: async () => {
      stopping = true;
      for (const abort of aborts.values()) abort.abort("stopping");
      await loop.stop();
      await cancellations.unlisten().catch(() => {});
    },
  };
}

type Execution = {
  readonly worker: string;
  /** Job types that run here. */
  readonly types: readonly string[];
  readonly abort: AbortController;
  readonly stopping: () => boolean;
};

async function execute(job: Job, handler: JobHandler, place: Execution): Promise<void> {
  const { worker, types, abort } = place;
  const heartbeat = setInterval(() => {
    renewLease(job, worker).then(
      (state) => state !== "mine" && abort.abort(state),
      () => {}, // The database is unavailable. If it stays so, the lease ends and another runner claims the job.
    );
  }, HEARTBEAT_MS);
  try {
    abort.signal.throwIfAborted();
    if (job.interruptions > MAX_INTERRUPTIONS)
      throw new JobFault("internal_error", "The job was interrupted too often and was given up.");
    const turnEnds = performance.now() + TURN_MS;
    const work = async () => {
      const context: JobContext = {
        signal: abort.signal,
        progress: (done, total) => reportProgress(job, done, total),
        shouldPause: async () => performance.now() > turnEnds && hasOtherDueJobs(types),
      };
      const effects = await inContext({ owner: () => job.accountId }, () => handler.run(job, context));
      if (!(await endJob(job, worker, { state: "succeeded" }, effects))) throw new JobLost();
    };
    const attributes = {
      "dragoman.job.id": job.id,
      "dragoman.job.type": job.type,
      "dragoman.job.attempt": job.attempt,
    };
    await inSpan(
      `job ${job.type}`,
      { kind: "consumer", link: job.traceparent, attributes },
      work,
      (thrown) => !(abort.signal.aborted || thrown instanceof JobPaused),
    );
  } catch (thrown) {
    await endAfterThrow(job, handler, place, thrown).catch((error) =>
      log.error({ job: job.id, type: job.type, ...describeError(error) }, "could not end a job; its lease will expire"),
    );
  } finally {
    clearInterval(heartbeat);
  }
}

async function endAfterThrow(job: Job, handler: JobHandler, place: Execution, thrown: unknown): Promise<void> {
  const { worker, abort, stopping } = place;
  const aborted: unknown = abort.signal.aborted ? abort.signal.reason : null;
  if (aborted === "lost" || thrown instanceof JobLost) {
    await takeBackInterruption(job);
    return;
  }
  if (aborted === "cancelled") {
    await endJob(job, worker, { state: "cancelled" }, (tx) => handler.onCancel(job, tx));
    return;
  }
  const delaySeconds = thrown instanceof JobPaused ? thrown.seconds : stopping() ? 0 : waitOf(job, thrown);
  if (delaySeconds !== null) {
    await endJob(job, worker, { state: "queued", delaySeconds, counts: false }, async () => {});
    return;
  }
  // An error below 500 is caused by the request, and an unusable model stays unusable, so a retry would fail again.
  const isLasting = ({ status, details }: AppError) => status < 500 || details.reason === "incompatible";
  const hopeless = thrown instanceof JobFault || (thrown instanceof AppError && isLasting(thrown));
  const final = hopeless || job.attempt >= (await maxAttempts(job));
  log.warn({ job: job.id, type: job.type, attempt: job.attempt, final, ...describeError(thrown) }, "job failed");
  if (!final) {
    const delaySeconds = Math.min(2 ** job.attempt, MAX_DELAY_SECONDS);
    await endJob(job, worker, { state: "queued", delaySeconds, counts: true }, async () => {});
    return;
  }
  const error = errorOf(thrown);
  await endJob(job, worker, { state: "failed", error }, (tx) => handler.onFailure(job, error, tx, thrown));
}

function errorOf(thrown: unknown): JobError {
  if (thrown instanceof JobFault) return { code: thrown.code, message: thrown.message };
  if (!(thrown instanceof AppError)) return { code: "internal_error", message: "Something went wrong on our side." };
  const { code, message, details } = thrown;
  return { code, message, ...(typeof details.reason === "string" ? { reason: details.reason } : {}) };
}

/**
 * Whether the error says that a model is being downloaded or cannot be downloaded now. False for a model that does not
 * work with this version, for which waiting is useless.
 */
export function waitsForModel(thrown: unknown): thrown is AppError {
  if (!(thrown instanceof AppError)) return false;
  const { code, details } = thrown;
  if (code === "model_unavailable") return details.reason !== "incompatible";
  return code === "model_installing" || (code === "overloaded" && details.reason === "model_limit");
}

/** Seconds until the retry of a job that lacks a resource temporarily; null for other errors. */
function waitOf({ id, type, ageSeconds = 0 }: Job, thrown: unknown): number | null {
  if (waitsForModel(thrown) && ageSeconds < MAX_MODEL_WAIT_SECONDS)
    return thrown.code === "model_installing" ? MODEL_DELAY_SECONDS : Number(thrown.details.retryAfterSeconds);
  if (thrown instanceof StorageError && thrown.isOutage) {
    log.warn({ job: id, type, reason: thrown.message }, "object storage is unreachable; the job waits for it");
    return STORAGE_DELAY_SECONDS;
  }
  if (lacksDescriptors(thrown)) {
    log.warn({ job: id, type }, "no file descriptors left; the job waits for one");
    return DESCRIPTORS_DELAY_SECONDS;
  }
  return null;
}
