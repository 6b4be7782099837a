"use client";

import type { ReactNode } from "react";
import { errorOfRecord } from "@/lib/client/error-record";
import type { Job } from "@/lib/schemas/jobs";
import { Failure } from "./failure";
import { Notice } from "./notice";

type JobFailureProps = {
  readonly job: Job;
  /** The operation that failed. */
  readonly title: ReactNode;
  /** Text about the state after a cancellation. */
  readonly cancelled: ReactNode;
};

/** Why a job ended without a result: an error, or a cancellation, which is not a failure. Nothing for other jobs. */
export function JobFailure({ job, title, cancelled }: JobFailureProps) {
  if (job.status === "cancelled") return <Notice live>{cancelled}</Notice>;
  return job.status === "failed" ? <Failure error={job.error && errorOfRecord(job.error)} title={title} /> : null;
}
