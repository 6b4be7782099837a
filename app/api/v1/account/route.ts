import { defineRoutes } from "@/lib/http/api/define-routes";
import { deleteAccount } from "@/lib/identity/accounts/deletion";
import { changeAccount, getAccount } from "@/lib/identity/accounts/settings";
import { Account, DeleteAccountBody, PatchAccountBody } from "@/lib/schemas/account";

export const endpoint = defineRoutes("/account", (route) => ({
  GET: route({ summary: "Read the workspace", access: "session", response: Account }, ({ caller }) =>
    getAccount(caller),
  ),
  PATCH: route(
    {
      summary: "Change the workspace",
      access: "session",
      role: "manager",
      body: PatchAccountBody,
      audit: { action: "account.updated", changed: "body" },
      response: Account,
    },
    ({ caller, body }) => changeAccount(caller, body),
  ),
  DELETE: route(
    {
      summary: "Delete the workspace with everything in it",
      access: "session",
      role: "owner",
      body: DeleteAccountBody,
      audit: { action: "account.deleted", deletesAccount: true },
      response: null,
    },
    ({ caller, body }) => deleteAccount(caller, body),
  ),
}));
