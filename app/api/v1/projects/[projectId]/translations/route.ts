import { Answer, route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { previewFiles, sendFiles } from "@/lib/projects/targets/import-files";
import { ImportFilesAnswer, ImportFilesFields, ImportFilesQuery } from "@/lib/schemas/documents";
import { getJob } from "@/lib/work/jobs/jobs";

export const endpoint = defineRoutes("/projects/{projectId}/translations", {
  POST: route(
    {
      operationId: "importTranslations",
      summary: "Import many translated files",
      description:
        "As parts called `file`, whose file names are paths, or as a ZIP in the part `archive`. The language and the document of each come from its path, which differs from the document's by the language (`locales/de/app.json` for `locales/en/app.json`, `values-pt-rBR/strings.xml` for `values/strings.xml`), and from the language that XLIFF, PO, Qt and ARB files name. Each is imported as by `PUT /documents/{documentId}/target`, in a job of its own (`jobId`). The result of this job has `files` with a receipt each and `unmatched` with the reason and the `likely` document. Spellings of languages in the paths become `languageNames` of the project, unless it has some.",
      tag: "Documents",
      scope: "projects:write",
      role: "translator",
      params: { projectId: "project" },
      query: ImportFilesQuery,
      multipart: ImportFilesFields,
      severalFiles: true,
      idempotent: true,
      response: ImportFilesAnswer,
      status: 202,
      sends: ["Location", "Retry-After"],
      alsoStatus: { 200: "With `dryRun`: the match of each file. Nothing is written." },
      errors: ["conflict", "too_large", "unsupported_media_type", "unreadable_file"],
    },
    async ({ caller, params: { projectId }, query, fields, files, archive, tx }) => {
      const sent = { files, archive, fields };
      if (query.dryRun) return new Answer(await previewFiles(caller, projectId, sent), { status: 200 });
      const jobId = await sendFiles(caller, projectId, sent, tx);
      const headers = { Location: `/v1/jobs/${jobId}`, "Retry-After": "1" };
      return new Answer(await getJob(caller, jobId, tx), { headers });
    },
  ),
});
