import { defineRoutes } from "@/lib/http/api/define-routes";
import { changeAdminAccount, getAdminAccount } from "@/lib/identity/accounts/admin-accounts";
import { AdminAccount, PatchAdminAccountBody } from "@/lib/schemas/admin";

export const endpoint = defineRoutes("/admin/accounts/{accountId}", (route) => ({
  GET: route(
    {
      summary: "Read an account",
      access: "session",
      admin: true,
      response: AdminAccount,
    },
    ({ params }) => getAdminAccount(params.accountId),
  ),
  PATCH: route(
    {
      summary: "Set an account's tier and limits",
      access: "session",
      admin: true,
      body: PatchAdminAccountBody,
      audit: {
        action: "account.limits_changed",
        target: "params.accountId",
        changed: "body",
        details: { tier: "body.tier" },
      },
      response: AdminAccount,
    },
    ({ params, body }) => changeAdminAccount(params.accountId, body),
  ),
}));
