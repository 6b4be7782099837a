import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { switchWorkspace } from "@/lib/identity/accounts/workspaces";
import { SwitchWorkspaceBody } from "@/lib/schemas/profile";

export const endpoint = defineRoutes("/account/workspace", {
  PUT: route(
    {
      summary: "Work in another workspace",
      tag: "Account",
      access: "session",
      scope: null,
      beforeSecondFactor: true,
      body: SwitchWorkspaceBody,
      response: null,
      errors: ["not_found"],
    },
    async ({ caller, body }) => {
      await switchWorkspace(caller, body.accountId);
      return undefined;
    },
  ),
});
