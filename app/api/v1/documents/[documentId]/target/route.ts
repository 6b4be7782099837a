import { route } from "@/lib/api/contract";
import { defineRoutes } from "@/lib/api/define-routes";
import { download } from "@/lib/api/download";
import { downloadTarget } from "@/lib/projects/documents/download-target";
import { TargetQuery } from "@/lib/schemas/documents";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = defineRoutes("/documents/{documentId}/target", {
  GET: route(
    {
      summary: "Download a document in a language",
      description:
        "As it stands now. What has not reached `minState` is written as it was reviewed last, else in the source language.",
      tag: "Documents",
      scope: "projects:read",
      params: { documentId: "document" },
      query: TargetQuery,
      response: null,
      produces: "application/octet-stream",
      charge: false,
      errors: ["not_found", "conflict", "unreadable_file"],
    },
    async ({ caller, params, query }) => download(await downloadTarget(caller, params.documentId, query)),
  ),
});
