import { defineRoutes } from "@/lib/http/api/define-routes";
import { contentDisposition } from "@/lib/http/api/download";
import { JobReceipt, JobReceiptQuery } from "@/lib/schemas/jobs";
import { jobValuesCsv, listJobValues } from "@/lib/work/jobs/jobs";

export const endpoint = defineRoutes("/jobs/{jobId}/receipt", (route) => ({
  GET: route(
    {
      operationId: "getJobReceipt",
      summary: "List the outcome of each text of an import",
      description:
        "Lists texts in the order of the file with their outcome: `accepted` (new in the project), `unchanged`, `replaced` (another text in the project was replaced), `kept` (the text in the project was edited, so it stays), `conflict` (the text in the project was reviewed, or changed on both sides, so it stays), `notFound` (the document has no such text), `notUnderstood` (the value could not be read). An import of many files lists the texts of all files with their `path`. For a document with translations into several languages, the language precedes the key (`de: greeting`). `Accept: text/csv` returns all of them as a table.",
      tag: "Jobs",
      scope: "projects:read",
      query: JobReceiptQuery,
      response: JobReceipt,
      produces: "text/csv",
      charge: false,
    },
    async ({ caller, params, query, request }) => {
      if (request.headers.get("accept")?.includes("text/csv"))
        return new Response(await jobValuesCsv(caller, params.jobId, query), {
          headers: {
            "Content-Type": "text/csv; charset=utf-8",
            "Content-Disposition": contentDisposition(`receipt-${params.jobId}.csv`),
          },
        });
      return listJobValues(caller, params.jobId, query);
    },
  ),
}));
