import type { DefinedJob } from "@/lib/work/jobs/define-job";
import type { JobHandler } from "@/lib/work/jobs/runner";

/**
 * All jobs of the queue by type. A new one is declared with `jobType` next to the code that queues it and with
 * `defineJob` next to its implementation, and added here. Its code is loaded when such a job runs, because most
 * processes and tests need few. (`lib/engines/admin/model-job.ts` is not listed: each machine installs its own models.)
 */
export const JOBS: Readonly<Record<string, () => Promise<DefinedJob>>> = {
  file: async () => (await import("@/lib/translation/files/job")).fileJob,
  "webhook.notice": async () => (await import("@/lib/work/webhooks/notice")).noticeJob,
  document_import: async () => (await import("@/lib/projects/documents/import-job")).importJob,
  pretranslate: async () => (await import("@/lib/projects/pretranslate/job")).pretranslateJob,
  bulk_edit: async () => (await import("@/lib/projects/bulk/job")).bulkJob,
  bulk_undo: async () => (await import("@/lib/projects/bulk/undo-job")).undoJob,
  export: async () => (await import("@/lib/projects/exports/job")).exportJob,
  qa: async () => (await import("@/lib/projects/recheck/job")).recheckJob,
  branch_merge: async () => (await import("@/lib/projects/branches/merge")).mergeJob,
  target_import: async () => (await import("@/lib/projects/targets/import-target")).targetImportJob,
  translations_import: async () => (await import("@/lib/projects/targets/import-files")).translationsImportJob,
  measure_quality: async () => (await import("@/lib/engines/admin/quality/job")).qualityJob,
  "memory.import": async () => (await import("@/lib/translation/memory/import-job")).memoryImportJob,
};

/** The jobs by type, in the form in which runners use them. */
export const JOB_HANDLERS: Readonly<Record<string, JobHandler>> = Object.fromEntries(
  Object.entries(JOBS).map(([type, load]) => [type, handlerOf(load)]),
);

function handlerOf(load: () => Promise<DefinedJob>): JobHandler {
  return {
    run: async (job, context) => (await load()).run(job, context),
    onFailure: async (job, fault, tx, thrown) => (await load()).onFailure(job, fault, tx, thrown),
    onCancel: async (job, tx) => (await load()).onCancel(job, tx),
    retry: async (tx, failed) => (await load()).retry(tx, failed),
  };
}
