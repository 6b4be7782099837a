import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { askedWaitSeconds } from "@/lib/http/api/prefer";
import { FileTranslation } from "@/lib/schemas/files";
import { deleteFile } from "@/lib/translation/files/files";
import { waitForFile } from "@/lib/translation/files/wait";

export const endpoint = defineRoutes("/files/{fileId}", {
  GET: route(
    {
      operationId: "getFile",
      summary: "Get a file translation",
      description: "Costs nothing. `Prefer: wait=N` waits up to N seconds for its end.",
      tag: "Files",
      scope: "files",
      params: { fileId: "file" },
      response: FileTranslation,
      charge: false,
      waits: "asked",
    },
    ({ caller, params, request }) => waitForFile(caller, params.fileId, askedWaitSeconds(request), request.signal),
  ),
  DELETE: route(
    {
      operationId: "deleteFile",
      summary: "Cancel and delete a file translation",
      description: "A running translation stops; the original and the translated file are deleted at once.",
      tag: "Files",
      scope: "files",
      role: "translator",
      params: { fileId: "file" },
      response: null,
    },
    ({ caller, params }) => deleteFile(caller, params.fileId),
  ),
});
