import { defineRoutes } from "@/lib/http/api/define-routes";
import { Formats } from "@/lib/schemas/files";
import { listFormats } from "@/lib/translation/documents";

export const endpoint = defineRoutes("/formats", (route) => ({
  GET: route(
    {
      operationId: "listFormats",
      summary: "List the document formats",
      description: "Returns file name extensions, media types and options of each format.",
      tag: "Files",
      scope: null,
      response: Formats,
      etag: true,
    },
    async () => listFormats(),
  ),
}));
