import { Answer, route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { Job } from "@/lib/schemas/jobs";
import { ImportMemoryFields } from "@/lib/schemas/memories";
import { importMemory } from "@/lib/translation/memory/import";
import { getJob } from "@/lib/work/jobs/jobs";

export const endpoint = defineRoutes("/translation-memories/{memoryId}/import", {
  POST: route(
    {
      operationId: "importMemory",
      summary: "Import a TMX file",
      description:
        "TMX 1.4b. The memory's source language wins over the file's; every other language of a unit becomes a translation. What is there for the same text is replaced unless it is newer. The answer is a job: its result counts what was `added`, `updated` and `skipped`, and `/jobs/{jobId}/errors` names the units that were skipped.",
      tag: "Translation memories",
      scope: "projects:write",
      role: "manager",
      params: { memoryId: "memory" },
      multipart: ImportMemoryFields,
      response: Job,
      status: 202,
      sends: ["Location", "Retry-After"],
      idempotent: true,
      errors: ["too_large", "unreadable_file"],
    },
    async ({ caller, params, file, tx }) => {
      const jobId = await importMemory(caller, params.memoryId, file, tx);
      const job = await getJob(caller, jobId, tx);
      return new Answer(job, { headers: { Location: job.links.self, "Retry-After": "1" } });
    },
  ),
});
