import { z } from "zod";
import type { Transaction } from "@/db/client";
import { AppError } from "@/lib/base/errors";
import type { JobType, Payload } from "./job-type";
import type { Job, JobError } from "./queue";
import { type Effects, type FailedJob, type JobContext, JobFault, type JobHandler, nothingToRetry } from "./runner";

export type DefinedJob = Required<JobHandler> & { readonly type: string };

/**
 * Declares the implementation of a job type; `lib/operate/job-handlers.ts` lists them. A job fails if the schema
 * rejects its stored payload, for example after a downgrade.
 */
export function defineJob<P extends Payload>(
  { name, payload: schema }: JobType<P>,
  work: {
    /** See {@link JobHandler}. */
    readonly run: (job: Job<P>, context: JobContext) => Promise<Effects>;
    readonly onFailure?: (job: Job<P>, fault: JobError, tx: Transaction, thrown: unknown) => Promise<void>;
    readonly onCancel?: (job: Job<P>, tx: Transaction) => Promise<void>;
    readonly retry?: (tx: Transaction, failed: FailedJob<P>) => Promise<P>;
  },
): DefinedJob {
  const { run, onFailure, onCancel, retry } = work;
  const read = <J extends { readonly payload: Payload }>(job: J): (Omit<J, "payload"> & { payload: P }) | null => {
    const { success, data } = schema.safeParse(job.payload);
    return success ? { ...job, payload: data } : null;
  };
  return {
    type: name,
    run: async (job, context) => {
      const { success, data, error } = schema.safeParse(job.payload);
      if (!success) throw new JobFault("internal_error", UNREADABLE, { cause: new Error(z.prettifyError(error)) });
      return run({ ...job, payload: data }, context);
    },
    onFailure: async (job, fault, tx, thrown) => {
      const readable = read(job);
      if (readable) await onFailure?.(readable, fault, tx, thrown);
    },
    onCancel: async (job, tx) => {
      const readable = read(job);
      if (readable) await onCancel?.(readable, tx);
    },
    retry: async (tx, failed) => {
      if (!retry) throw nothingToRetry();
      const readable = read(failed);
      if (!readable) throw new AppError("conflict", UNREADABLE, { reason: "not_retryable" });
      return retry(tx, readable);
    },
  };
}

const UNREADABLE = "The job was queued by another release and cannot be read. Start it again.";
