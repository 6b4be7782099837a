import { Answer, route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { nextLink } from "@/lib/http/api/responses";
import { listUsers } from "@/lib/identity/accounts/admin-users";
import { AdminListQuery, AdminUserList } from "@/lib/schemas/admin";

export const endpoint = defineRoutes("/admin/users", {
  GET: route(
    {
      summary: "List people",
      tag: "Administration",
      access: "session",
      scope: null,
      admin: true,
      query: AdminListQuery,
      response: AdminUserList,
    },
    async ({ query, request }) => {
      const page = await listUsers(query);
      return new Answer(page, { headers: nextLink(request, page.nextCursor) });
    },
  ),
});
