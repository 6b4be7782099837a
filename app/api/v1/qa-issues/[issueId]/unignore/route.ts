import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { setIgnored } from "@/lib/projects/segments/qa-issues";
import { ProjectQaIssue } from "@/lib/schemas/segments";

export const endpoint = defineRoutes("/qa-issues/{issueId}/unignore", {
  POST: route(
    {
      operationId: "unignoreQaIssue",
      summary: "Stop ignoring a finding",
      description: "The finding counts and blocks again.",
      tag: "Segments",
      scope: "projects:write",
      role: "reviewer",
      params: { issueId: "issue" },
      response: ProjectQaIssue,
      idempotent: true,
      errors: ["conflict"],
    },
    ({ caller, params, tx }) => setIgnored(caller, params.issueId, false, undefined, tx),
  ),
});
