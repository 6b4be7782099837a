import { defineRoutes } from "@/lib/http/api/define-routes";
import { FileList, FilesQuery } from "@/lib/schemas/files";
import { listFiles } from "@/lib/translation/files/files";

export const endpoint = defineRoutes("/files", (route) => ({
  GET: route(
    {
      operationId: "listFiles",
      summary: "List file translations",
      description: "Lists translations newest first, including failed and expired ones. Filter by `status`.",
      tag: "Files",
      scope: "files",
      query: FilesQuery,
      response: FileList,
      charge: false,
    },
    ({ caller, query }) => listFiles(caller, query),
  ),
}));
