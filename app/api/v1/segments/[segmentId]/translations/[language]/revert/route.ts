import { Answer } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { requireRevision } from "@/lib/http/api/etag";
import { revertTranslation } from "@/lib/projects/segments/history";
import { RevertBody, SegmentTranslation } from "@/lib/schemas/segments";

export const endpoint = defineRoutes("/segments/{segmentId}/translations/{language}/revert", (route) => ({
  POST: route(
    {
      operationId: "revertTranslation",
      summary: "Restore an earlier revision",
      description: "The earlier text becomes a new revision. Send `If-Match` as for an edit.",
      tag: "Segments",
      scope: "projects:write",
      role: "translator",
      body: RevertBody,
      response: SegmentTranslation,
      idempotent: true,
      errors: ["conflict"],
      ifMatch: "required",
      sends: ["ETag"],
      examples: { request: { revision: 2 } },
    },
    async ({ caller, params, body, request, tx }) => {
      const { segmentId, language } = params;
      const expected = requireRevision(request);
      const reverted = await revertTranslation(caller, segmentId, language, body.revision, expected, tx);
      return new Answer(reverted, { headers: { ETag: `"${reverted.revision}"` } });
    },
  ),
}));
