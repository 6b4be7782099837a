import { revokeKey } from "@/lib/accounts/keys";
import { route } from "@/lib/api/contract";
import { defineRoutes } from "@/lib/api/define-routes";

export const endpoint = defineRoutes("/account/keys/{keyId}", {
  DELETE: route(
    {
      summary: "Revoke an API key",
      tag: "API keys",
      access: "session",
      scope: null,
      role: "manager",
      params: { keyId: "key" },
      audit: { action: "key.revoked", target: "params.keyId" },
      response: null,
      errors: ["not_found"],
    },
    async ({ caller, params }) => {
      await revokeKey(caller, params.keyId);
      return undefined;
    },
  ),
});
