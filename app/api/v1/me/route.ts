import { defineRoutes } from "@/lib/http/api/define-routes";
import { describeCaller } from "@/lib/identity/accounts/me";
import { Me } from "@/lib/schemas/account";

export const endpoint = defineRoutes("/me", (route) => ({
  GET: route(
    {
      operationId: "getMe",
      summary: "Get the caller and its permissions",
      description: "Returns account, tier, limits and the scopes of the key.",
      tag: "Account",
      scope: null,
      response: Me,
    },
    ({ caller }) => describeCaller(caller),
  ),
}));
