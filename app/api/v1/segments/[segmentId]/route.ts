import { defineRoutes } from "@/lib/http/api/define-routes";
import { getSegment } from "@/lib/projects/segments/list-segments";
import { patchSegment } from "@/lib/projects/segments/patch-segment";
import { LanguageQuery, PatchSegmentBody, Segment, SegmentDetails } from "@/lib/schemas/segments";

export const endpoint = defineRoutes("/segments/{segmentId}", (route) => ({
  GET: route(
    {
      operationId: "getSegment",
      summary: "Get a segment with its translation into a language",
      description: "Returns the codes of its source, its context, and the revision that an edit must send.",
      tag: "Segments",
      scope: "projects:read",
      query: LanguageQuery,
      response: Segment,
    },
    ({ caller, params, query }) => getSegment(caller, params.segmentId, query.language),
  ),
  PATCH: route(
    {
      operationId: "updateSegment",
      summary: "Update labels, description, maximum length and screenshots of a segment",
      description: "New document versions keep these values. Another maximum length starts a new check.",
      tag: "Segments",
      scope: "projects:write",
      role: "manager",
      body: PatchSegmentBody,
      response: SegmentDetails,
      errors: ["conflict"],
      examples: { request: { labels: ["checkout"], description: "Button below the cart", maxLength: 40 } },
    },
    ({ caller, params, body }) => patchSegment(caller, params.segmentId, body),
  ),
}));
