import { Answer } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { projectOfBranch } from "@/lib/projects/branches/branches";
import { listExports } from "@/lib/projects/exports/exports";
import { sendExport } from "@/lib/projects/exports/send";
import { BranchQuery } from "@/lib/schemas/branch-name";
import { CreateExportBody, Export, ExportList, ExportsQuery } from "@/lib/schemas/exports";

export const endpoint = defineRoutes("/projects/{projectId}/exports", (route) => ({
  GET: route(
    {
      operationId: "listExports",
      summary: "List exports",
      description: "Lists exports newest first. Files are kept until `expiresAt`.",
      tag: "Exports",
      scope: "projects:read",
      query: ExportsQuery,
      response: ExportList,
    },
    async ({ caller, params, query }) =>
      listExports(caller, await projectOfBranch(caller, params.projectId, query.branch), query),
  ),
  POST: route(
    {
      operationId: "createExport",
      summary: "Export the files of a project",
      description:
        "Runs as a job (202). If an export with equal parameters and content exists, it is returned instead (200).",
      tag: "Exports",
      scope: "projects:read",
      query: BranchQuery,
      body: CreateExportBody,
      audit: { action: "export.created", target: "params.projectId", details: { languages: "body.languages" } },
      response: Export,
      status: 202,
      sends: ["Location", "Retry-After"],
      alsoStatus: { 200: "An equal export already exists" },
      idempotent: true,
      errors: ["conflict"],
      examples: { request: { languages: ["es"], minState: "reviewed", fallback: ["lastReviewed", "source"] } },
    },
    async ({ caller, params, query, body, tx }) => {
      const { made, reused } = await sendExport(
        caller,
        await projectOfBranch(caller, params.projectId, query.branch, tx),
        body,
        tx,
      );
      const headers = { Location: `/v1/exports/${made.id}` };
      return reused
        ? new Answer(made, { status: 200, headers })
        : new Answer(made, { headers: { ...headers, "Retry-After": "1" } });
    },
  ),
}));
