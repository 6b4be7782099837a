import { defineRoutes } from "@/lib/http/api/define-routes";
import { leaveWorkspace } from "@/lib/identity/accounts/members";

export const endpoint = defineRoutes("/account/leave", (route) => ({
  POST: route(
    {
      summary: "Leave the workspace",
      access: "session",
      beforeSecondFactor: true,
      audit: { action: "member.left" },
      response: null,
    },
    ({ caller, request }) => leaveWorkspace(caller, request),
  ),
}));
