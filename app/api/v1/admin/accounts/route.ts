import { Answer, route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { nextLink } from "@/lib/http/api/responses";
import { listAdminAccounts } from "@/lib/identity/accounts/admin-accounts";
import { AdminAccountList, AdminListQuery } from "@/lib/schemas/admin";

export const endpoint = defineRoutes("/admin/accounts", {
  GET: route(
    {
      summary: "List accounts",
      tag: "Administration",
      access: "session",
      scope: null,
      admin: true,
      query: AdminListQuery,
      response: AdminAccountList,
    },
    async ({ query, request }) => {
      const page = await listAdminAccounts(query);
      return new Answer(page, { headers: nextLink(request, page.nextCursor) });
    },
  ),
});
