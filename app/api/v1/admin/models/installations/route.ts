import { installModels } from "@/lib/engines/admin/models";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { InstallModelsBody, ModelInstallationList } from "@/lib/schemas/engines";

export const endpoint = defineRoutes("/admin/models/installations", (route) => ({
  POST: route(
    {
      summary: "Install or update models",
      access: "session",
      admin: true,
      body: InstallModelsBody,
      audit: { action: "models.installed", details: { pairs: "body.pairs" } },
      response: ModelInstallationList,
      status: 202,
    },
    ({ caller, body }) => installModels(caller, body.pairs),
  ),
}));
