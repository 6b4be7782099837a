import { Answer } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { projectOfBranch } from "@/lib/projects/branches/branches";
import { previewBulk, sendBulk } from "@/lib/projects/bulk/send";
import { BranchQuery } from "@/lib/schemas/branch-name";
import { BulkBody, BulkPreview } from "@/lib/schemas/bulk-edits";
import { Job } from "@/lib/schemas/jobs";
import { getJob } from "@/lib/work/jobs/jobs";

export const endpoint = defineRoutes("/projects/{projectId}/segments/bulk", (route) => ({
  POST: route(
    {
      operationId: "bulkEditSegments",
      summary: "Bulk edit translations",
      description:
        "Runs as a job (202). `pretranslate` accepts the same fields as `POST /projects/{projectId}/pretranslate`, and returns its job. With `dryRun`, returns how many segments match the filter (200). Undo the changes of a job with `POST /jobs/{jobId}/undo`.",
      tag: "Segments",
      scope: "projects:write",
      role: "translator",
      query: BranchQuery,
      body: BulkBody,
      response: BulkPreview.or(Job),
      status: 202,
      sends: ["Location", "Retry-After"],
      alsoStatus: { 200: "Number of segments that would change" },
      idempotent: true,
      errors: ["conflict"],
      examples: { request: { language: "es", filter: { state: ["translated"] }, action: { type: "approve" } } },
    },
    async ({ caller, params, query, body, tx }) => {
      const projectId = await projectOfBranch(caller, params.projectId, query.branch, tx);
      if (body.dryRun) return new Answer(await previewBulk(caller, projectId, body), { status: 200 });
      const jobId = await sendBulk(caller, projectId, body, tx);
      const headers = { Location: `/v1/jobs/${jobId}`, "Retry-After": "1" };
      return new Answer(await getJob(caller, jobId, tx), { headers });
    },
  ),
}));
