import { defineRoutes } from "@/lib/http/api/define-routes";
import { download } from "@/lib/http/api/download";
import { documentSource } from "@/lib/projects/documents/documents";

export const endpoint = defineRoutes("/documents/{documentId}/source", (route) => ({
  GET: route(
    {
      operationId: "downloadDocumentSource",
      summary: "Download a document as it was uploaded",
      description: "Returns the bytes of its current version.",
      tag: "Documents",
      scope: "projects:read",
      response: null,
      produces: "application/octet-stream",
      charge: false,
    },
    async ({ caller, params }) => download(await documentSource(caller, params.documentId)),
  ),
}));
