import { z } from "zod";
import { StoredActor } from "@/lib/work/events/actor";
import { LONG_COST } from "@/lib/work/jobs/fairness";
import { jobType } from "@/lib/work/jobs/job-type";

const MergePayload = z.object({
  /** The project that stores the branch. */
  branchId: z.string(),
  onConflict: z.enum(["fail", "main", "branch"]),
  actor: StoredActor,
});
export type MergePayload = z.output<typeof MergePayload>;

/** The job that merges a branch into main. */
export const MERGE_JOB = jobType("branch_merge", MergePayload, LONG_COST);
