import { defineRoutes } from "@/lib/http/api/define-routes";
import { projectOfBranch } from "@/lib/projects/branches/branches";
import { listSegments } from "@/lib/projects/segments/list-segments";
import { SegmentList, SegmentsQuery } from "@/lib/schemas/segments";

export const endpoint = defineRoutes("/projects/{projectId}/segments", (route) => ({
  GET: route(
    {
      operationId: "listSegments",
      summary: "List segments with their translations into a language",
      description:
        "Lists segments in document order unless `sort` says otherwise. All filters must match. `languages` adds translations into other languages.",
      tag: "Segments",
      scope: "projects:read",
      query: SegmentsQuery,
      response: SegmentList,
    },
    async ({ caller, params, query }) =>
      listSegments(caller, await projectOfBranch(caller, params.projectId, query.branch), query),
  ),
}));
