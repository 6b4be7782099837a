import { defineRoutes } from "@/lib/http/api/define-routes";
import { changeRole, removeMember } from "@/lib/identity/accounts/members";
import { MemberRoleBody, RemoveMemberQuery } from "@/lib/schemas/members";

export const endpoint = defineRoutes("/account/members/{userId}", (route) => ({
  PATCH: route(
    {
      summary: "Change a member's role",
      access: "session",
      role: "manager",
      body: MemberRoleBody,
      audit: { action: "member.role_changed", target: "params.userId", details: { role: "body.role" } },
      response: null,
    },
    ({ caller, params, body }) => changeRole(caller, params.userId, body.role),
  ),
  DELETE: route(
    {
      summary: "Remove a member",
      access: "session",
      role: "manager",
      query: RemoveMemberQuery,
      audit: { action: "member.removed", target: "params.userId", details: { revokeKeys: "query.revokeKeys" } },
      response: null,
    },
    ({ caller, params, query, request }) => removeMember(caller, params.userId, { ...query, request }),
  ),
}));
