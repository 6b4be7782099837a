import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { changeAdminAccount, getAdminAccount } from "@/lib/identity/accounts/admin-accounts";
import { AdminAccount, PatchAdminAccountBody } from "@/lib/schemas/admin";

export const endpoint = defineRoutes("/admin/accounts/{accountId}", {
  GET: route(
    {
      summary: "Read an account",
      tag: "Administration",
      access: "session",
      scope: null,
      admin: true,
      params: { accountId: "account" },
      response: AdminAccount,
      errors: ["not_found"],
    },
    ({ params }) => getAdminAccount(params.accountId),
  ),
  PATCH: route(
    {
      summary: "Set an account's tier and limits",
      tag: "Administration",
      access: "session",
      scope: null,
      admin: true,
      params: { accountId: "account" },
      body: PatchAdminAccountBody,
      audit: {
        action: "account.limits_changed",
        target: "params.accountId",
        changed: "body",
        details: { tier: "body.tier" },
      },
      response: AdminAccount,
      errors: ["not_found"],
    },
    ({ params, body }) => changeAdminAccount(params.accountId, body),
  ),
});
