import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { contentDisposition } from "@/lib/http/api/download";
import { JobReceipt, JobReceiptQuery } from "@/lib/schemas/jobs";
import { jobValuesCsv, listJobValues } from "@/lib/work/jobs/jobs";

export const endpoint = defineRoutes("/jobs/{jobId}/receipt", {
  GET: route(
    {
      operationId: "getJobReceipt",
      summary: "List what an import did with each text of its file",
      description:
        "In the order of the file: `accepted` (new here), `unchanged`, `replaced` (the text here was another), `kept` (edited here, so it stays), `conflict` (reviewed here, or changed on both sides: it stays), `notFound` (the document has no such text), `notUnderstood`. An import of many files lists the texts of all with their `path`. A document that brings translations into several languages names them before the key (`de: greeting`). `Accept: text/csv` gives all of them as a table.",
      tag: "Jobs",
      scope: "projects:read",
      params: { jobId: "job" },
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
});
