import { defineRoutes } from "@/lib/http/api/define-routes";
import { engineOverview } from "@/lib/operate/health";
import { AdminEngineList } from "@/lib/schemas/admin";

export const endpoint = defineRoutes("/admin/engines", (route) => ({
  GET: route(
    {
      summary: "List the engines",
      access: "session",
      admin: true,
      response: AdminEngineList,
    },
    () => engineOverview(),
  ),
}));
