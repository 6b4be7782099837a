import { defineRoutes } from "@/lib/http/api/define-routes";
import { download } from "@/lib/http/api/download";
import { exportAccount } from "@/lib/identity/accounts/export";

export const endpoint = defineRoutes("/account/export", (route) => ({
  GET: route(
    {
      summary: "Export all of the workspace's data",
      access: "session",
      role: "owner",
      audit: { action: "account.exported" },
      response: null,
      produces: "application/json",
    },
    async ({ caller }) =>
      download({ stream: exportAccount(caller), name: "dragoman-export.json", mediaType: "application/json" }),
  ),
}));
