import { findLocalServers } from "@/lib/engines/admin/local-servers";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { LocalServerList } from "@/lib/schemas/engines";

export const endpoint = defineRoutes("/admin/engines/local", (route) => ({
  GET: route(
    {
      summary: "Find servers on this machine that could be services, such as Ollama",
      access: "session",
      admin: true,
      response: LocalServerList,
    },
    () => findLocalServers(),
  ),
}));
