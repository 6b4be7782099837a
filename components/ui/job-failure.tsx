"use client";

import type { ReactNode } from "react";
import { errorOfRecord } from "@/lib/client/error-record";
import type { Job } from "@/lib/schemas/jobs";
import { Failure } from "./failure";
import { Notice } from "./notice";

type JobFailureProps = {
  readonly job: Job;
  /** What failed. */
  readonly title: ReactNode;
  /** What a cancellation left behind. */
  readonly cancelled: ReactNode;
};

/** Why a job ended without its result: an error, or someone's decision, which is no failure. Nothing for other jobs. */
export function JobFailure({ job, title, cancelled }: JobFailureProps) {
  if (job.status === "cancelled") return <Notice live>{cancelled}</Notice>;
  return job.status === "failed" ? <Failure error={job.error && errorOfRecord(job.error)} title={title} /> : null;
}
