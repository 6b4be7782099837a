import { defineRoutes } from "@/lib/http/api/define-routes";
import { setIgnored } from "@/lib/projects/segments/qa-issues";
import { IgnoreBody, ProjectQaIssue } from "@/lib/schemas/segments";

export const endpoint = defineRoutes("/qa-issues/{issueId}/ignore", (route) => ({
  POST: route(
    {
      operationId: "ignoreQaIssue",
      summary: "Ignore a finding",
      description: "The finding no longer counts or blocks while the check reports the same one.",
      tag: "Segments",
      scope: "projects:write",
      role: "reviewer",
      body: IgnoreBody,
      response: ProjectQaIssue,
      idempotent: true,
      errors: ["conflict"],
      examples: { request: { reason: "A quotation of the old text." } },
    },
    ({ caller, params, body, tx }) => setIgnored(caller, params.issueId, true, body.reason, tx),
  ),
}));
