import { Answer, route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { download } from "@/lib/http/api/download";
import { downloadTarget } from "@/lib/projects/targets/download-target";
import { sendTargetImport } from "@/lib/projects/targets/import-target";
import { ImportTargetFields, ImportTargetQuery, TargetQuery } from "@/lib/schemas/documents";
import { Job } from "@/lib/schemas/jobs";
import { getJob } from "@/lib/work/jobs/jobs";

export const endpoint = defineRoutes("/documents/{documentId}/target", {
  GET: route(
    {
      operationId: "downloadDocumentTarget",
      summary: "Download a document in a target language",
      description:
        "Current content. What has not reached `minState` is written as it was reviewed last, else as the imported file has it, else as `untranslated` says. A translation whose source has changed stays (`outdated`).",
      tag: "Documents",
      scope: "projects:read",
      params: { documentId: "document" },
      query: TargetQuery,
      response: null,
      produces: "application/octet-stream",
      charge: false,
      errors: ["conflict", "unreadable_file"],
    },
    async ({ caller, params, query }) => download(await downloadTarget(caller, params.documentId, query)),
  ),
  PUT: route(
    {
      operationId: "importDocumentTarget",
      summary: "Import translations made elsewhere",
      description:
        "As the part `file`: an XLIFF file that an export gave out, or the document itself in that language and in its own format (`de.json` for `en.json`). The latter is aligned by key where the format has keys, else by place, which needs the same segments in the same order: 422 otherwise, with how many each has. Excel workbooks and PDF come back as XLIFF only. Of PO, XLIFF, string catalogues and tables of languages the translations are taken by name, then by source, those of an earlier source as outdated, fuzzy ones as drafts; in files of one language a text that equals its source is none, and counts as unchanged. Where inline codes could not be matched for certain, and where checks find errors, the text is a draft. A document of another format also takes a PO, CSV, TSV or TMX file: by name and source, then by source. An XLIFF file that an export gave out finds its segments by their sources, also in a later version, and its states count with `mode=translated`: `translated` confirms the text, though it be the same; `reviewed` and `final` approve it, for reviewers and where no second person is asked for. Runs as a job (202) whose result is a receipt: `accepted`, `unchanged`, `replaced`, `kept` (edited here since the last import), `conflicts` (reviewed here, or changed on both sides: they stay), `notFound` and `notUnderstood` add up to `values`, every text that the file stores, a plural form each. `GET /jobs/{jobId}/receipt` lists them. A file with translations, none of them of the document: 422 `no_translations_matched`.",
      tag: "Documents",
      scope: "projects:write",
      role: "translator",
      params: { documentId: "document" },
      query: ImportTargetQuery,
      multipart: ImportTargetFields,
      response: Job,
      status: 202,
      sends: ["Location", "Retry-After"],
      errors: ["conflict", "too_large", "unsupported_media_type", "unreadable_file", "no_translations_matched"],
    },
    async ({ caller, params, query, file }) => {
      const jobId = await sendTargetImport(
        caller,
        params.documentId,
        { ...query, fileName: file?.fileName },
        file?.bytes ?? null,
      );
      const headers = { Location: `/v1/jobs/${jobId}`, "Retry-After": "1" };
      return new Answer(await getJob(caller, jobId), { headers });
    },
  ),
});
