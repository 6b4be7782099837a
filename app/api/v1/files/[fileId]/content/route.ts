import { defineRoutes } from "@/lib/http/api/define-routes";
import { download } from "@/lib/http/api/download";
import { fileContent } from "@/lib/translation/files/content";

export const endpoint = defineRoutes("/files/{fileId}/content", (route) => ({
  GET: route(
    {
      operationId: "downloadFile",
      summary: "Download the translated document",
      description: "You can download it any number of times until `expiresAt`. Does not count towards the limit.",
      tag: "Files",
      scope: "files",
      response: null,
      produces: "application/octet-stream",
      charge: false,
      errors: ["conflict", "gone"],
    },
    async ({ caller, params }) => download(await fileContent(caller, params.fileId)),
  ),
}));
