import { defineRoutes } from "@/lib/http/api/define-routes";
import { mailConfirmation } from "@/lib/identity/accounts/confirm-email";

export const endpoint = defineRoutes("/account/profile/confirmation", (route) => ({
  POST: route(
    {
      summary: "Mail a link to confirm the caller's email address",
      access: "session",
      response: null,
    },
    ({ caller }) => mailConfirmation(caller),
  ),
}));
