import { cancelInstallation } from "@/lib/engines/admin/models";
import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";

export const endpoint = defineRoutes("/admin/models/installations/{installationId}", {
  DELETE: route(
    {
      summary: "Stop an installation, or remove a failed one from the list",
      access: "session",
      admin: true,
      params: { installationId: "job" },
      audit: { action: "models.cancelled", target: "params.installationId" },
      response: null,
    },
    ({ params }) => cancelInstallation(params.installationId),
  ),
});
