import { defineRoutes } from "@/lib/http/api/define-routes";
import { listAdminAccounts } from "@/lib/identity/accounts/admin-accounts";
import { AdminAccountList, AdminListQuery } from "@/lib/schemas/admin";

export const endpoint = defineRoutes("/admin/accounts", (route) => ({
  GET: route(
    {
      summary: "List accounts",
      access: "session",
      admin: true,
      query: AdminListQuery,
      response: AdminAccountList,
    },
    ({ query }) => listAdminAccounts(query),
  ),
}));
