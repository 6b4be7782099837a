import { defineRoutes } from "@/lib/http/api/define-routes";
import { listMembers } from "@/lib/identity/accounts/members";
import { MemberList } from "@/lib/schemas/members";

export const endpoint = defineRoutes("/account/members", (route) => ({
  GET: route({ summary: "List members", access: "session", response: MemberList }, ({ caller }) => listMembers(caller)),
}));
