import { Answer } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { FileTranslation } from "@/lib/schemas/files";
import { retryFile } from "@/lib/translation/files/retry";

export const endpoint = defineRoutes("/files/{fileId}/retry", (route) => ({
  POST: route(
    {
      operationId: "retryFile",
      summary: "Retry a failed file translation",
      description:
        "Translates the stored document again, with the same languages and options. The translation must be `failed` or `cancelled`. Poll the new one at `Location`.",
      tag: "Files",
      scope: "files",
      role: "translator",
      response: FileTranslation,
      status: 202,
      sends: ["Location", "Retry-After"],
      idempotent: true,
      errors: ["conflict", "gone"],
    },
    async ({ caller, params, tx }) => {
      const file = await retryFile(caller, params.fileId, tx);
      return new Answer(file, { headers: { Location: `/v1/files/${file.id}`, "Retry-After": "1" } });
    },
  ),
}));
