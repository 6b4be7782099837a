import { defineRoutes } from "@/lib/http/api/define-routes";
import { changeAddresses, revokeKey } from "@/lib/identity/accounts/keys";
import { PatchKeyBody } from "@/lib/schemas/keys";

export const endpoint = defineRoutes("/account/keys/{keyId}", (route) => ({
  PATCH: route(
    {
      summary: "Change the addresses that may use an API key",
      access: "session",
      role: "manager",
      body: PatchKeyBody,
      audit: {
        action: "key.updated",
        target: "params.keyId",
        details: { allowedAddresses: "body.allowedAddresses" },
      },
      response: null,
    },
    ({ caller, params, body }) => changeAddresses(caller, params.keyId, body.allowedAddresses),
  ),
  DELETE: route(
    {
      summary: "Revoke an API key",
      access: "session",
      role: "manager",
      audit: { action: "key.revoked", target: "params.keyId" },
      response: null,
    },
    ({ caller, params }) => revokeKey(caller, params.keyId),
  ),
}));
