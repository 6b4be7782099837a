import { mergeJob } from "@/lib/projects/branches/merge";
import { bulkJob } from "@/lib/projects/bulk/job";
import { undoJob } from "@/lib/projects/bulk/undo-job";
import { importJob } from "@/lib/projects/documents/import-job";
import { exportJob } from "@/lib/projects/exports/job";
import { pretranslateJob } from "@/lib/projects/pretranslate/job";
import { recheckJob } from "@/lib/projects/recheck/job";
import { targetImportJob } from "@/lib/projects/targets/import-target";
import { fileJob } from "@/lib/translation/files/job";
import { memoryImportJob } from "@/lib/translation/memory/import-job";
import type { DefinedJob } from "@/lib/work/jobs/define-job";
import { noticeJob } from "@/lib/work/webhooks/notice";

/**
 * All jobs of the queue. A new one is declared with `jobType` next to the code that queues it and with `defineJob` next
 * to its implementation, and added here. (Only `lib/engines/admin/model-job.ts` is not listed: each machine installs its
 * own models.)
 */
const JOBS: readonly DefinedJob[] = [
  fileJob,
  noticeJob,
  importJob,
  pretranslateJob,
  bulkJob,
  undoJob,
  exportJob,
  recheckJob,
  mergeJob,
  targetImportJob,
  memoryImportJob,
];

/** The jobs by type. */
export const JOB_HANDLERS: Readonly<Record<string, DefinedJob>> = Object.fromEntries(
  JOBS.map((job) => [job.type, job]),
);
