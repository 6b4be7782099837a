import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { leaveWorkspace } from "@/lib/identity/accounts/members";

export const endpoint = defineRoutes("/account/leave", {
  POST: route(
    {
      summary: "Leave the workspace",
      tag: "Account",
      access: "session",
      scope: null,
      beforeSecondFactor: true,
      audit: { action: "member.left" },
      response: null,
      errors: ["conflict"],
    },
    async ({ caller, request }) => {
      await leaveWorkspace(caller, request);
      return undefined;
    },
  ),
});
