import { describeCaller } from "@/lib/accounts/me";
import { route } from "@/lib/api/contract";
import { defineRoutes } from "@/lib/api/define-routes";
import { Me } from "@/lib/schemas/account";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = defineRoutes("/me", {
  GET: route(
    { summary: "Say who is calling, and what they may do", tag: "Account", scope: null, response: Me },
    ({ caller }) => describeCaller(caller),
  ),
});
