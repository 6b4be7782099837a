import { Answer } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { createScreenshot, listScreenshots } from "@/lib/projects/screenshots/screenshots";
import { CreateScreenshotFields, Screenshot, ScreenshotList, ScreenshotsQuery } from "@/lib/schemas/screenshots";

export const endpoint = defineRoutes("/projects/{projectId}/screenshots", (route) => ({
  GET: route(
    {
      operationId: "listScreenshots",
      summary: "List the screenshots of a project",
      description: "Screenshots show where texts are used. Filter by `segmentId`.",
      tag: "Segments",
      scope: "projects:read",
      query: ScreenshotsQuery,
      response: ScreenshotList,
    },
    ({ caller, params, query }) => listScreenshots(caller, params.projectId, query),
  ),
  POST: route(
    {
      operationId: "createScreenshot",
      summary: "Add a screenshot to a project",
      description:
        "Accepts a PNG, JPEG or WebP picture of at most 5 MiB and 10,000 pixels per side; the type is detected from its content. Translators see it next to linked segments.",
      tag: "Segments",
      scope: "projects:write",
      role: "manager",
      multipart: CreateScreenshotFields,
      response: Screenshot,
      status: 201,
      sends: ["Location"],
      idempotent: true,
      errors: ["conflict", "too_large", "unsupported_media_type"],
    },
    async ({ caller, params, fields, file, tx }) => {
      const { segmentIds = [] } = fields;
      const screenshot = await createScreenshot(caller, params.projectId, { file, segmentIds }, tx);
      return new Answer(screenshot, { headers: { Location: screenshot.contentUrl } });
    },
  ),
}));
