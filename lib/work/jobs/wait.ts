import type { Caller } from "@/lib/identity/auth/caller";
import type { Job } from "@/lib/schemas/jobs";
import { getJob } from "./jobs";
import { JOB_ENDS } from "./queue";

/** Waits until the job has ended, the time is over or the client has gone; returns its state. Throws 404. */
export function waitForJob(caller: Caller, id: string, seconds: number, signal: AbortSignal): Promise<Job> {
  return JOB_ENDS.wait({ id, read: () => getJob(caller, id), hasEnded, seconds, signal });
}

function hasEnded({ status }: Job): boolean {
  return status !== "queued" && status !== "running";
}
