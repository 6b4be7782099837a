import { defineRoutes } from "@/lib/http/api/define-routes";
import { projectOfBranch } from "@/lib/projects/branches/branches";
import { listSegmentIds } from "@/lib/projects/segments/list-segments";
import { SegmentIds, SegmentIdsQuery } from "@/lib/schemas/segments";

export const endpoint = defineRoutes("/projects/{projectId}/segments/ids", (route) => ({
  GET: route(
    {
      operationId: "listSegmentIds",
      summary: "List the ids of all segments that match a filter",
      description: "For lists that must not change while segments are edited. Read the segments with `ids`.",
      tag: "Segments",
      scope: "projects:read",
      query: SegmentIdsQuery,
      response: SegmentIds,
    },
    async ({ caller, params, query }) =>
      listSegmentIds(caller, await projectOfBranch(caller, params.projectId, query.branch), query),
  ),
}));
