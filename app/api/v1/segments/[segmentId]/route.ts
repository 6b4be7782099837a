import { route } from "@/lib/api/contract";
import { defineRoutes } from "@/lib/api/define-routes";
import { getSegment } from "@/lib/projects/segments/list-segments";
import { LanguageQuery, Segment } from "@/lib/schemas/segments";

export const endpoint = defineRoutes("/segments/{segmentId}", {
  GET: route(
    {
      operationId: "getSegment",
      summary: "Get a segment with its translation into a language",
      tag: "Segments",
      scope: "projects:read",
      params: { segmentId: "segment" },
      query: LanguageQuery,
      response: Segment,
      errors: ["not_found"],
    },
    ({ caller, params, query }) => getSegment(caller, params.segmentId, query.language),
  ),
});
