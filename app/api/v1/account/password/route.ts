import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { changePassword } from "@/lib/identity/accounts/profile";
import { PasswordBody } from "@/lib/schemas/profile";

export const endpoint = defineRoutes("/account/password", {
  PUT: route(
    {
      summary: "Set a new password",
      tag: "Account",
      access: "session",
      scope: null,
      body: PasswordBody,
      audit: { action: "password.changed" },
      response: null,
      errors: ["conflict"],
    },
    async ({ caller, body }) => {
      await changePassword(caller, body);
      return undefined;
    },
  ),
});
