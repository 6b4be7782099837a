import { defineRoutes } from "@/lib/http/api/define-routes";
import { deleteScreenshot } from "@/lib/projects/screenshots/screenshots";

export const endpoint = defineRoutes("/projects/{projectId}/screenshots/{screenshotId}", (route) => ({
  DELETE: route(
    {
      operationId: "deleteScreenshot",
      summary: "Delete a screenshot",
      description: "Also removes it from linked segments.",
      tag: "Segments",
      scope: "projects:write",
      role: "manager",
      response: null,
      errors: ["conflict"],
    },
    ({ caller, params }) => deleteScreenshot(caller, params.projectId, params.screenshotId),
  ),
}));
