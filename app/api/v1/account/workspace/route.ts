import { defineRoutes } from "@/lib/http/api/define-routes";
import { switchWorkspace } from "@/lib/identity/accounts/workspaces";
import { SwitchWorkspaceBody } from "@/lib/schemas/profile";

export const endpoint = defineRoutes("/account/workspace", (route) => ({
  PUT: route(
    {
      summary: "Switch to another workspace",
      access: "session",
      beforeSecondFactor: true,
      body: SwitchWorkspaceBody,
      response: null,
    },
    ({ caller, body }) => switchWorkspace(caller, body.accountId),
  ),
}));
