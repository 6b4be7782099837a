import { defineRoutes } from "@/lib/http/api/define-routes";
import { setIgnored } from "@/lib/projects/segments/qa-issues";
import { ProjectQaIssue } from "@/lib/schemas/segments";

export const endpoint = defineRoutes("/qa-issues/{issueId}/unignore", (route) => ({
  POST: route(
    {
      operationId: "unignoreQaIssue",
      summary: "Stop ignoring a finding",
      description: "The finding counts and blocks again.",
      tag: "Segments",
      scope: "projects:write",
      role: "reviewer",
      response: ProjectQaIssue,
      idempotent: true,
      errors: ["conflict"],
    },
    ({ caller, params, tx }) => setIgnored(caller, params.issueId, false, undefined, tx),
  ),
}));
