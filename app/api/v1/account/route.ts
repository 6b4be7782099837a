import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { deleteAccount } from "@/lib/identity/accounts/deletion";
import { changeAccount, getAccount } from "@/lib/identity/accounts/settings";
import { Account, DeleteAccountBody, PatchAccountBody } from "@/lib/schemas/account";

export const endpoint = defineRoutes("/account", {
  GET: route(
    { summary: "Read the workspace", tag: "Account", access: "session", scope: null, response: Account },
    ({ caller }) => getAccount(caller),
  ),
  PATCH: route(
    {
      summary: "Change the workspace",
      tag: "Account",
      access: "session",
      scope: null,
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
      tag: "Account",
      access: "session",
      scope: null,
      role: "owner",
      body: DeleteAccountBody,
      audit: { action: "account.deleted", deletesAccount: true },
      response: null,
      errors: ["conflict"],
    },
    async ({ caller, body }) => {
      await deleteAccount(caller, body);
      return undefined;
    },
  ),
});
