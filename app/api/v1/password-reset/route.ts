import { canMail } from "@/lib/base/mail";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { requestPasswordReset } from "@/lib/identity/accounts/password-reset";
import { throttlePage } from "@/lib/identity/auth/page-throttle";
import { requirePasswords } from "@/lib/identity/auth/sign-in";
import { PasswordResetAccepted, PasswordResetBody } from "@/lib/schemas/sign-in";

export const endpoint = defineRoutes("/password-reset", (route) => ({
  POST: route(
    {
      summary: "Request a password-reset link",
      access: "page",
      body: PasswordResetBody,
      response: PasswordResetAccepted,
      status: 202,
    },
    async ({ request, body }) => {
      requirePasswords();
      await throttlePage(request, "password_reset");
      // Not awaited: the response time must not reveal whether the address exists.
      void requestPasswordReset(body.email);
      return { mail: canMail() };
    },
  ),
}));
