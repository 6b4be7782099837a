import { setModelsForbidden } from "@/lib/engines/admin/models-forbidden";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { OnDemandBody } from "@/lib/schemas/engines";

export const endpoint = defineRoutes("/admin/models/on-demand", (route) => ({
  PUT: route(
    {
      summary: "Turn automatic installation of models on or off",
      access: "session",
      admin: true,
      body: OnDemandBody,
      audit: { action: "models.policy_changed", details: { isForbidden: "body.isForbidden" } },
      response: null,
    },
    ({ body }) => setModelsForbidden(body.isForbidden),
  ),
}));
