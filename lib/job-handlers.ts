import { FILE_JOB } from "./files/files";
import { fileJob } from "./files/job";
import { RECHECK_JOB } from "./jobs/recheck";
import type { JobHandler } from "./jobs/runner";
import { MEMORY_IMPORT_JOB } from "./memory/import";
import { memoryImportJob } from "./memory/import-job";
import { bulkJob } from "./projects/bulk/job";
import { BULK_JOB, UNDO_JOB } from "./projects/bulk/send";
import { undoJob } from "./projects/bulk/undo-job";
import { IMPORT_JOB, importJob } from "./projects/documents/import-job";
import { exportJob } from "./projects/exports/job";
import { EXPORT_JOB } from "./projects/exports/send";
import { pretranslateJob } from "./projects/pretranslate/job";
import { PRETRANSLATE_JOB } from "./projects/pretranslate/send";
import { recheckJob } from "./projects/recheck/job";
import { TARGET_JOB, targetImportJob } from "./projects/targets/import-target";
import { NOTICE_JOB, noticeJob } from "./webhooks/notice";

/** Who does the jobs of each kind. */
export const JOB_HANDLERS: Readonly<Record<string, JobHandler>> = {
  [FILE_JOB]: fileJob,
  [NOTICE_JOB]: noticeJob,
  [IMPORT_JOB]: importJob,
  [PRETRANSLATE_JOB]: pretranslateJob,
  [BULK_JOB]: bulkJob,
  [UNDO_JOB]: undoJob,
  [EXPORT_JOB]: exportJob,
  [RECHECK_JOB]: recheckJob,
  [TARGET_JOB]: targetImportJob,
  [MEMORY_IMPORT_JOB]: memoryImportJob,
};
