import { defineRoutes } from "@/lib/http/api/define-routes";
import { listConflicts, resolveConflicts } from "@/lib/projects/targets/conflicts";
import { ConflictsQuery, ImportConflicts, ResolveConflictsBody, ResolvedConflicts } from "@/lib/schemas/jobs";

export const endpoint = defineRoutes("/jobs/{jobId}/conflicts", (route) => ({
  GET: route(
    {
      operationId: "listImportConflicts",
      summary: "List the conflicts of an import",
      description:
        "Lists texts that were changed both in the project and in the file since its previous import, and reviewed texts that differ from the file. The text in the project stays until you resolve the conflict.",
      tag: "Jobs",
      scope: "projects:read",
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
        "Chooses the text of the file or keeps the text in the project. The import's receipt then says `replaced` or `kept`. A conflict whose text has changed since you read it stays open. If this applies to all, the request returns 412 and changes nothing.",
      tag: "Jobs",
      scope: "projects:write",
      role: "translator",
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
}));
