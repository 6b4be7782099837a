import { defineRoutes } from "@/lib/http/api/define-routes";
import { projectOfBranch } from "@/lib/projects/branches/branches";
import { countSegments } from "@/lib/projects/segments/count-segments";
import { SegmentCounts, SegmentCountsQuery } from "@/lib/schemas/segments";

export const endpoint = defineRoutes("/projects/{projectId}/segments/counts", (route) => ({
  GET: route(
    {
      operationId: "countSegments",
      summary: "Count the segments that match a filter, by state and finding",
      description: "Accepts the filters of the list of segments.",
      tag: "Segments",
      scope: "projects:read",
      query: SegmentCountsQuery,
      response: SegmentCounts,
    },
    async ({ caller, params, query }) =>
      countSegments(caller, await projectOfBranch(caller, params.projectId, query.branch), query),
  ),
}));
