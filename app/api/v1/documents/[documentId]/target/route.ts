import { Answer } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { download } from "@/lib/http/api/download";
import { downloadTarget } from "@/lib/projects/targets/download-target";
import { sendTargetImport } from "@/lib/projects/targets/import-target";
import { ImportTargetFields, ImportTargetQuery, TargetQuery } from "@/lib/schemas/documents";
import { Job } from "@/lib/schemas/jobs";
import { getJob } from "@/lib/work/jobs/jobs";

export const endpoint = defineRoutes("/documents/{documentId}/target", (route) => ({
  GET: route(
    {
      operationId: "downloadDocumentTarget",
      summary: "Download a document in a target language",
      description:
        "Returns the current content. A segment below `minState` is written with its last reviewed text, otherwise with its text from the imported file, otherwise as `untranslated` says. `outdated` determines what is written for translations whose source has changed.",
      tag: "Documents",
      scope: "projects:read",
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
      summary: "Import translations made in other tools",
      description:
        "Send as the part `file` an exported XLIFF file, or the translated document in its own format (`de.json` for `en.json`). A translated document is matched by keys if the format has keys, otherwise by position, which requires the same segments in the same order (otherwise 422 with both counts). Excel workbooks and PDF can be imported only as XLIFF. In PO, XLIFF, string catalogues and tables with several languages, translations are matched by name, then by source; translations of an earlier source become outdated, and fuzzy ones become drafts. In files with one language, a text that equals its source is not a translation and counts as unchanged. If inline codes cannot be matched with certainty, or checks find errors, the text becomes a draft. Documents of other formats also accept a PO, CSV, TSV or TMX file, matched by name and source, then by source. The segments of an exported XLIFF file are matched by their sources, also in a later version of the document. With `mode=translated` its states apply: `translated` confirms a text even if it is unchanged; `reviewed` and `final` approve it if the caller may review and no second person must approve. Runs as a job (202) whose result is a receipt: `accepted`, `unchanged`, `replaced`, `kept` (edited in the project since the last import), `conflicts` (not imported because the text was reviewed, or changed on both sides), `notFound` and `notUnderstood` add up to `values`, the number of texts in the file, in which each plural form counts. `GET /jobs/{jobId}/receipt` lists them. If a file has translations but none belongs to the document, the request returns 422 `no_translations_matched`.",
      tag: "Documents",
      scope: "projects:write",
      role: "translator",
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
}));
