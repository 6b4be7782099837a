import { defineRoutes } from "@/lib/http/api/define-routes";
import { download } from "@/lib/http/api/download";
import { originalContent } from "@/lib/translation/files/content";

export const endpoint = defineRoutes("/files/{fileId}/original", (route) => ({
  GET: route(
    {
      operationId: "downloadFileOriginal",
      summary: "Download the document as it was uploaded",
      description: "Works for finished and failed translations until `expiresAt`, free of charge.",
      tag: "Files",
      scope: "files",
      response: null,
      produces: "application/octet-stream",
      charge: false,
      errors: ["gone"],
    },
    async ({ caller, params }) => download(await originalContent(caller, params.fileId)),
  ),
}));
