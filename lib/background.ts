import { forgetOldAnswers } from "./api/idempotency";
import { forgetEnded } from "./auth/forget-ended";
import { env } from "./env";
import { forgetOldEvents } from "./events/expiry";
import { tellTranslationChanges } from "./events/translation-changes";
import { expireFiles } from "./files/expiry";
import { JOB_HANDLERS } from "./job-handlers";
import { type Runner, startRunner } from "./jobs/runner";
import { describeError, log } from "./log";
import { fillWordKeys } from "./memory/fill-word-keys";
import { purgeDocuments } from "./projects/documents/change-document";
import { purgeDeletedProjects } from "./projects/edit-project";
import { expireExports } from "./projects/exports/exports";
import { reconcileCounters } from "./projects/progress/reconcile";
import { reportOverdue } from "./projects/status/report-overdue";
import { startSender } from "./webhooks/sender";

const HOUSEKEEPING_MS = 60_000;
const TELLING_MS = 2_000;
const FILLING_MS = 5_000;

/** The work that goes on beside requests: jobs, webhooks, and the deletion of what has expired. */
export async function startBackground(): Promise<Runner> {
  const runner = await startRunner(JOB_HANDLERS, env().JOB_CONCURRENCY);
  const sender = await startSender();
  const telling = every(TELLING_MS, tellTranslationChanges, "changes of translations could not be told");
  const housekeeping = every(HOUSEKEEPING_MS, keepHouse, "housekeeping failed");
  const filling = every(FILLING_MS, fillWordKeys, "translation memories could not be prepared for fuzzy matches");
  return {
    stop: async () => {
      clearInterval(telling);
      clearInterval(filling);
      clearInterval(housekeeping);
      await Promise.all([runner.stop(), sender.stop()]);
    },
  };
}

/** Does something again and again, never twice at once. A fault is logged, and the next time comes all the same. */
function every(milliseconds: number, work: () => Promise<void>, fault: string): NodeJS.Timeout {
  let working = false;
  return setInterval(() => {
    if (working) return;
    working = true;
    work()
      .catch((error) => log.warn(describeError(error), `${fault}; trying again`))
      .finally(() => {
        working = false;
      });
  }, milliseconds);
}

async function keepHouse(): Promise<void> {
  await reportOverdue();
  await expireFiles();
  await forgetOldAnswers();
  await forgetEnded();
  await forgetOldEvents();
  await purgeDocuments();
  await expireExports();
  await purgeDeletedProjects();
  await reconcileCounters();
}
