import { defineRoutes } from "@/lib/http/api/define-routes";
import { memberAccess } from "@/lib/identity/accounts/member-access";
import { MemberAccess } from "@/lib/schemas/members";

export const endpoint = defineRoutes("/account/members/{userId}/access", (route) => ({
  GET: route(
    {
      summary: "List the keys and webhooks that a member created",
      access: "session",
      role: "manager",
      response: MemberAccess,
    },
    ({ caller, params }) => memberAccess(caller, params.userId),
  ),
}));
