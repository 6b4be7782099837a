import { defineRoutes } from "@/lib/http/api/define-routes";
import { resetPassword } from "@/lib/identity/accounts/password-reset";
import { recordAudit } from "@/lib/identity/audit/record";
import { throttlePage } from "@/lib/identity/auth/page-throttle";
import { NewPasswordBody } from "@/lib/schemas/sign-in";

export const endpoint = defineRoutes("/password-reset/confirm", (route) => ({
  POST: route(
    {
      summary: "Set a new password with a password-reset link",
      access: "page",
      body: NewPasswordBody,
      response: null,
    },
    async ({ request, body }) => {
      await throttlePage(request, "link");
      const { id, name } = await resetPassword(body);
      await recordAudit({ action: "password.reset", actor: { type: "user", id, name }, accountId: null, request });
    },
  ),
}));
