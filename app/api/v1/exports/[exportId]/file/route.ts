import { defineRoutes } from "@/lib/http/api/define-routes";
import { download } from "@/lib/http/api/download";
import { exportContent } from "@/lib/projects/exports/exports";

export const endpoint = defineRoutes("/exports/{exportId}/file", (route) => ({
  GET: route(
    {
      operationId: "downloadExport",
      summary: "Download an export",
      description: "Returns one file, or several as a ZIP archive, for seven days. Does not count towards the limit.",
      tag: "Exports",
      scope: "projects:read",
      audit: { action: "export.downloaded", target: "params.exportId" },
      response: null,
      produces: "application/octet-stream",
      charge: false,
      errors: ["conflict", "gone"],
    },
    async ({ caller, params }) => download(await exportContent(caller, params.exportId)),
  ),
}));
