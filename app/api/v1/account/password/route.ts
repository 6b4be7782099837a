import { defineRoutes } from "@/lib/http/api/define-routes";
import { changePassword } from "@/lib/identity/accounts/profile";
import { PasswordBody } from "@/lib/schemas/profile";

export const endpoint = defineRoutes("/account/password", (route) => ({
  PUT: route(
    {
      summary: "Set a new password",
      access: "session",
      body: PasswordBody,
      audit: { action: "password.changed" },
      response: null,
    },
    ({ caller, body }) => changePassword(caller, body),
  ),
}));
