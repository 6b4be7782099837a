import { route } from "@/lib/api/contract";
import { defineRoutes } from "@/lib/api/define-routes";
import { engineOverview } from "@/lib/health";
import { AdminEngineList } from "@/lib/schemas/admin";

export const endpoint = defineRoutes("/admin/engines", {
  GET: route(
    {
      summary: "List the engines",
      tag: "Administration",
      access: "session",
      scope: null,
      admin: true,
      response: AdminEngineList,
    },
    () => engineOverview(),
  ),
});
