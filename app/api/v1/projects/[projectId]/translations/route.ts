import { Answer } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { previewFiles, sendFiles } from "@/lib/projects/targets/import-files";
import { ImportFilesAnswer, ImportFilesFields, ImportFilesQuery } from "@/lib/schemas/documents";
import { getJob } from "@/lib/work/jobs/jobs";

export const endpoint = defineRoutes("/projects/{projectId}/translations", (route) => ({
  POST: route(
    {
      operationId: "importTranslations",
      summary: "Import many translated files",
      description:
        "Send parts called `file`, whose file names are paths, or a ZIP in the part `archive`. A file belongs to the document whose path differs only by the language (`locales/de/app.json` for `locales/en/app.json`, `values-pt-rBR/strings.xml` for `values/strings.xml`). XLIFF, PO, Qt and ARB files can also name the language themselves. Each file is imported like with `PUT /documents/{documentId}/target`, in a separate job (`jobId`). The result of this job has `files`, each with a receipt, and `unmatched` files with the reason and the `likely` document. If the project has no `languageNames`, they are set from the spellings of languages in the paths.",
      tag: "Documents",
      scope: "projects:write",
      role: "translator",
      query: ImportFilesQuery,
      multipart: ImportFilesFields,
      severalFiles: true,
      idempotent: true,
      response: ImportFilesAnswer,
      status: 202,
      sends: ["Location", "Retry-After"],
      alsoStatus: { 200: "With `dryRun`: the document that each file matches. Nothing is imported." },
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
}));
