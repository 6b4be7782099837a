import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { mailConfirmation } from "@/lib/identity/accounts/confirm-email";

export const endpoint = defineRoutes("/account/profile/confirmation", {
  POST: route(
    {
      summary: "Mail a link to confirm the caller's email address",
      access: "session",
      response: null,
    },
    ({ caller }) => mailConfirmation(caller),
  ),
});
