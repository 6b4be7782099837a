import { defineRoutes } from "@/lib/http/api/define-routes";
import { listUsers } from "@/lib/identity/accounts/admin-users";
import { AdminListQuery, AdminUserList } from "@/lib/schemas/admin";

export const endpoint = defineRoutes("/admin/users", (route) => ({
  GET: route(
    {
      summary: "List people",
      access: "session",
      admin: true,
      query: AdminListQuery,
      response: AdminUserList,
    },
    ({ query }) => listUsers(query),
  ),
}));
