import { defineRoutes } from "@/lib/http/api/define-routes";
import { listWorkspaces } from "@/lib/identity/accounts/workspaces";
import { WorkspaceList } from "@/lib/schemas/profile";

export const endpoint = defineRoutes("/account/workspaces", (route) => ({
  GET: route(
    {
      summary: "List the person's workspaces",
      access: "session",
      beforeSecondFactor: true,
      response: WorkspaceList,
    },
    ({ caller }) => listWorkspaces(caller),
  ),
}));
