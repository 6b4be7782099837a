import { Answer } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { download } from "@/lib/http/api/download";
import { acceptsBytes, waitSeconds } from "@/lib/http/api/prefer";
import { FileTranslation, TranslateFileFields } from "@/lib/schemas/files";
import { fileContent } from "@/lib/translation/files/content";
import { createFileTranslation } from "@/lib/translation/files/files";
import { answerOfFile, waitForFile } from "@/lib/translation/files/wait";
import { pairFaults } from "@/lib/translation/languages";

export const endpoint = defineRoutes("/translate/file", (route) => ({
  POST: route(
    {
      operationId: "translateFile",
      summary: "Translate a document",
      description:
        "Waits up to 10 s; `Prefer: wait=N` (0–60) or `Prefer: respond-async` changes this. Returns 200 if the translation is finished in time, otherwise 202 with the `Location` to poll. With `Accept: application/octet-stream`, a translation that is finished in time is returned as the file itself.",
      tag: "Files",
      scope: "files",
      role: "translator",
      multipart: TranslateFileFields,
      alsoWrong: pairFaults,
      response: FileTranslation,
      status: 202,
      sends: ["Location", "Retry-After"],
      waits: true,
      alsoStatus: { 200: "The translation is done." },
      idempotent: true,
      errors: [
        "not_found",
        "too_large",
        "unsupported_media_type",
        "unreadable_file",
        "no_translatable_text",
        "language_not_detected",
        "engine_unavailable",
      ],
    },
    async ({ caller, fields, file, request, tx }) => {
      // Validates `Prefer` before any work starts.
      waitSeconds(request);
      return createFileTranslation(caller, fields, file, tx);
    },
    async ({ caller, request }, created) => {
      const file = await waitForFile(caller, created.data.id, waitSeconds(request), request.signal);
      const answer = answerOfFile(file);
      if (file.status === "completed" && acceptsBytes(request)) return download(await fileContent(caller, file.id));
      return new Answer(answer.file, { status: answer.status, headers: answer.headers });
    },
  ),
}));
