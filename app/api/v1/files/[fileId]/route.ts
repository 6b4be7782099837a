import { defineRoutes } from "@/lib/http/api/define-routes";
import { askedWaitSeconds } from "@/lib/http/api/prefer";
import { FileTranslation } from "@/lib/schemas/files";
import { deleteFile } from "@/lib/translation/files/files";
import { waitForFile } from "@/lib/translation/files/wait";

export const endpoint = defineRoutes("/files/{fileId}", (route) => ({
  GET: route(
    {
      operationId: "getFile",
      summary: "Get a file translation",
      description: "Does not count towards the limit. `Prefer: wait=N` waits up to N seconds until it is finished.",
      tag: "Files",
      scope: "files",
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
      description: "Stops a running translation, and immediately deletes the original and the translated file.",
      tag: "Files",
      scope: "files",
      role: "translator",
      response: null,
    },
    ({ caller, params }) => deleteFile(caller, params.fileId),
  ),
}));
