import { cancelInstallation } from "@/lib/engines/admin/models";
import { defineRoutes } from "@/lib/http/api/define-routes";

export const endpoint = defineRoutes("/admin/models/installations/{jobId}", (route) => ({
  DELETE: route(
    {
      summary: "Stop an installation, or remove a failed one from the list",
      access: "session",
      admin: true,
      audit: { action: "models.cancelled", target: "params.jobId" },
      response: null,
    },
    ({ params }) => cancelInstallation(params.jobId),
  ),
}));
