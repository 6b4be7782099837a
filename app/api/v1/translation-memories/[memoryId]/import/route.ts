import { Answer } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { Job } from "@/lib/schemas/jobs";
import { ImportMemoryFields } from "@/lib/schemas/memories";
import { importMemory } from "@/lib/translation/memory/import";
import { getJob } from "@/lib/work/jobs/jobs";

export const endpoint = defineRoutes("/translation-memories/{memoryId}/import", (route) => ({
  POST: route(
    {
      operationId: "importMemory",
      summary: "Import a TMX file",
      description:
        "Accepts TMX 1.4b. The memory's source language takes precedence over the file's; every other language of a unit becomes a translation. Existing translations of the same text are replaced unless they are newer. Returns a job: its result counts `added`, `updated` and `skipped` units, and `/jobs/{jobId}/errors` lists the skipped ones.",
      tag: "Translation memories",
      scope: "projects:write",
      role: "manager",
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
}));
