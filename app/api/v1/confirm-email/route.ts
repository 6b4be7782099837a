import { defineRoutes } from "@/lib/http/api/define-routes";
import { confirmEmail } from "@/lib/identity/accounts/confirm-email";
import { throttlePage } from "@/lib/identity/auth/page-throttle";
import { ConfirmEmailBody, ConfirmedEmail } from "@/lib/schemas/sign-in";

export const endpoint = defineRoutes("/confirm-email", (route) => ({
  POST: route(
    {
      summary: "Confirm an email address with a link",
      access: "page",
      body: ConfirmEmailBody,
      response: ConfirmedEmail,
    },
    async ({ request, body }) => {
      await throttlePage(request, "link");
      return confirmEmail(body.token);
    },
  ),
}));
