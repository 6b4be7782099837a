import { route } from "@/lib/api/contract";
import { defineRoutes } from "@/lib/api/define-routes";
import { deleteFile, getFile } from "@/lib/files/files";
import { FileTranslation } from "@/lib/schemas/files";

export const endpoint = defineRoutes("/files/{fileId}", {
  GET: route(
    {
      operationId: "getFile",
      summary: "Get a file translation",
      description: "Costs nothing.",
      tag: "Files",
      scope: "files",
      params: { fileId: "file" },
      response: FileTranslation,
      charge: false,
      errors: ["not_found"],
    },
    ({ caller, params }) => getFile(caller, params.fileId),
  ),
  DELETE: route(
    {
      operationId: "deleteFile",
      summary: "Cancel and delete a file translation",
      tag: "Files",
      scope: "files",
      role: "translator",
      params: { fileId: "file" },
      response: null,
      errors: ["not_found"],
    },
    ({ caller, params }) => deleteFile(caller, params.fileId),
  ),
});
