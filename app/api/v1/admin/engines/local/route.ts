import { route } from "@/lib/api/contract";
import { defineRoutes } from "@/lib/api/define-routes";
import { findLocalServers } from "@/lib/engines/admin/local-servers";
import { LocalServerList } from "@/lib/schemas/engines";

export const endpoint = defineRoutes("/admin/engines/local", {
  GET: route(
    {
      summary: "Find servers on this machine that could be services, such as Ollama",
      tag: "Administration",
      access: "session",
      scope: null,
      admin: true,
      response: LocalServerList,
    },
    () => findLocalServers(),
  ),
});
