import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { listConflicts, resolveConflicts } from "@/lib/projects/targets/conflicts";
import { ConflictsQuery, ImportConflicts, ResolveConflictsBody, ResolvedConflicts } from "@/lib/schemas/jobs";

export const endpoint = defineRoutes("/jobs/{jobId}/conflicts", {
  GET: route(
    {
      operationId: "listImportConflicts",
      summary: "List the conflicts of an import",
      description:
        "Texts that were changed here and in the file since it was imported before, and reviewed texts that the file has differently. The text here stays until a choice is made.",
      tag: "Jobs",
      scope: "projects:read",
      params: { jobId: "job" },
      query: ConflictsQuery,
      response: ImportConflicts,
      charge: false,
    },
    ({ caller, params, query }) => listConflicts(caller, params.jobId, query),
  ),
  POST: route(
    {
      operationId: "resolveImportConflicts",
      summary: "Resolve conflicts of an import",
      description:
        "Takes the text of the file, or keeps the text here. The import's receipt then says `replaced` or `kept`. A text that has changed since it was read stays open; 412 if all have: nothing is changed.",
      tag: "Jobs",
      scope: "projects:write",
      role: "translator",
      params: { jobId: "job" },
      body: ResolveConflictsBody,
      response: ResolvedConflicts,
      idempotent: true,
      errors: ["conflict", "precondition_failed"],
      examples: {
        request: { take: "file", conflicts: [{ segmentId: "seg_01k9t3mv8wfq2s6x0c4zn7yhde", revision: 1 }] },
      },
    },
    async ({ caller, params, body, tx }) => resolveConflicts(caller, params.jobId, body, tx),
  ),
});
