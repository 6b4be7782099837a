import { deleteObjects, sweepDaily } from "@/db/object-sweep";
import { purgeDeletedResources } from "@/db/purge";
import { env } from "@/lib/base/env";
import { describeError, log } from "@/lib/base/log";
import { deleteOldAnswers } from "@/lib/http/api/idempotency";
import { purgeClosedAccounts } from "@/lib/identity/accounts/deletion";
import { deleteOldAudit } from "@/lib/identity/audit/expiry";
import { deleteExpired } from "@/lib/identity/auth/delete-expired";
import { compactUsage } from "@/lib/identity/quota/usage-retention";
import { purgeDocuments } from "@/lib/projects/documents/change-document";
import { joinPlurals } from "@/lib/projects/documents/join-plurals";
import { purgeDeletedProjects } from "@/lib/projects/edit-project";
import { expireExports } from "@/lib/projects/exports/exports";
import { reconcileCounters } from "@/lib/projects/progress/reconcile";
import { deleteOldChanges } from "@/lib/projects/realtime/changes";
import { reportOverdue } from "@/lib/projects/status/report-overdue";
import { expireFiles } from "@/lib/translation/files/files";
import { answerLanguageRequests } from "@/lib/translation/language-requests";
import { fillWordKeys } from "@/lib/translation/memory/fill-word-keys";
import { deleteOldEvents } from "@/lib/work/events/expiry";
import { publishTranslationChanges } from "@/lib/work/events/translation-changes";
import { deleteOldJobs } from "@/lib/work/jobs/expiry";
import { keepStarting } from "@/lib/work/jobs/keep-starting";
import { type Runner, startRunner } from "@/lib/work/jobs/runner";
import { mailNotifications } from "@/lib/work/notifications/mail-notifications";
import { deleteOldNotifications } from "@/lib/work/notifications/notifications";
import { remindOfDueDates } from "@/lib/work/notifications/remind-due";
import { startSender } from "@/lib/work/webhooks/sender";
import { JOB_HANDLERS } from "./job-handlers";

const MAINTENANCE_MS = 60_000;
const PUBLISH_MS = 2_000;
const FILLING_MS = 5_000;
const MAILING_MS = 30_000;

/** Starts background work: jobs, webhooks and the deletion of expired data. */
export function startBackground(): Runner {
  const runner = keepStarting("the job runner", () => startRunner(JOB_HANDLERS, env().JOB_CONCURRENCY));
  const sender = keepStarting("webhook deliveries", startSender);
  const timers = [
    every(PUBLISH_MS, publishTranslationChanges, "could not publish translation changes"),
    every(MAINTENANCE_MS, runMaintenance, "maintenance failed"),
    every(MAILING_MS, mailNotifications, "could not mail notifications"),
    every(FILLING_MS, fillWordKeys, "could not compute word keys"),
  ];
  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await Promise.all([runner.stop(), sender.stop()]);
    },
  };
}

/** Runs something periodically, without overlap. Errors are logged and do not stop it. */
function every(milliseconds: number, work: () => Promise<void>, fault: string): NodeJS.Timeout {
  let working = false;
  return setInterval(() => {
    if (working) return;
    working = true;
    work()
      .catch((error) => log.warn(describeError(error), `${fault}; retrying`))
      .finally(() => {
        working = false;
      });
  }, milliseconds);
}

const MAINTENANCE = [
  ...[remindOfDueDates, reportOverdue, expireFiles, deleteOldAnswers, deleteExpired, deleteOldEvents, deleteOldJobs],
  ...[deleteOldChanges, deleteOldNotifications, deleteOldAudit, compactUsage, purgeDocuments, expireExports],
  ...[purgeDeletedProjects, purgeDeletedResources, purgeClosedAccounts, joinPlurals, reconcileCounters],
  ...[deleteObjects, sweepDaily, answerLanguageRequests],
];

/** Runs every step even if another one fails, then throws the first error. */
async function runMaintenance(): Promise<void> {
  const faults: unknown[] = [];
  for (const step of MAINTENANCE)
    try {
      await step();
    } catch (error) {
      faults.push(error);
    }
  if (faults.length > 0) throw faults[0];
}
