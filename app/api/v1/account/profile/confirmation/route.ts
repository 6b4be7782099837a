import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { mailConfirmation } from "@/lib/identity/accounts/confirm-email";

export const endpoint = defineRoutes("/account/profile/confirmation", {
  POST: route(
    {
      summary: "Mail a link that confirms one's email address",
      tag: "Account",
      access: "session",
      scope: null,
      response: null,
      errors: ["conflict", "rate_limit_exceeded"],
    },
    async ({ caller }) => {
      await mailConfirmation(caller);
      return undefined;
    },
  ),
});
