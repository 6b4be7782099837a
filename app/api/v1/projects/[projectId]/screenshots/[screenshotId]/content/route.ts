import { defineRoutes } from "@/lib/http/api/define-routes";
import { contentDisposition } from "@/lib/http/api/download";
import { screenshotContent } from "@/lib/projects/screenshots/screenshots";

export const endpoint = defineRoutes("/projects/{projectId}/screenshots/{screenshotId}/content", (route) => ({
  GET: route(
    {
      operationId: "downloadScreenshot",
      summary: "Download a screenshot",
      description: "Returns the uploaded picture unchanged.",
      tag: "Segments",
      scope: "projects:read",
      response: null,
      produces: "application/octet-stream",
      charge: false,
    },
    async ({ caller, params }) => {
      const { name, mediaType, content } = await screenshotContent(caller, params.projectId, params.screenshotId);
      return new Response(new Uint8Array(content), {
        headers: {
          "Content-Type": mediaType,
          "Content-Length": String(content.length),
          "Content-Disposition": contentDisposition(name),
          // The content never changes, but only the person's browser may cache it.
          "Cache-Control": "private, max-age=3600",
        },
      });
    },
  ),
}));
