import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { leaveWorkspace } from "@/lib/identity/accounts/members";

export const endpoint = defineRoutes("/account/leave", {
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
});
