import { forgetOldAnswers } from "./api/idempotency";
import { forgetEnded } from "./auth/forget-ended";
import { env } from "./env";
import { expireFiles } from "./files/expiry";
import { FILE_JOB } from "./files/files";
import { fileJob } from "./files/job";
import { type Runner, startRunner } from "./jobs/runner";
import { describeError, log } from "./log";

const HOUSEKEEPING_MS = 60_000;

/** The work that goes on beside requests: jobs, and the deletion of what has expired. */
export async function startBackground(): Promise<Runner> {
  const runner = await startRunner({ [FILE_JOB]: fileJob }, env().JOB_CONCURRENCY);
  const timer = setInterval(() => void keepHouse(), HOUSEKEEPING_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await runner.stop();
    },
  };
}

async function keepHouse(): Promise<void> {
  try {
    await expireFiles();
    await forgetOldAnswers();
    await forgetEnded();
  } catch (error) {
    log.warn(describeError(error), "what has expired could not be deleted; trying again in a minute");
  }
}
