import { z } from "zod";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { FileTranslation } from "@/lib/schemas/files";
import { checkImport, importTranslation } from "@/lib/translation/files/files";

export const endpoint = defineRoutes("/files/{fileId}/import", (route) => ({
  POST: route(
    {
      operationId: "importFileXliff",
      summary: "Import an edited XLIFF file into its document",
      description:
        "Send the XLIFF file from `output=xliff` after you have edited it. Its targets are written into the original document, which `GET /files/{fileId}/content` returns from then on.",
      tag: "Files",
      scope: "files",
      role: "translator",
      multipart: z.strictObject({}),
      response: FileTranslation,
      idempotent: true,
      errors: ["conflict", "gone", "unreadable_file"],
    },
    ({ caller, params, file, tx }) => checkImport(caller, params.fileId, file, tx),
    // Without a transaction, because reading the file may take long. Repeating the call gives the same result.
    ({ caller, params, file }) => importTranslation(caller, params.fileId, file),
  ),
}));
