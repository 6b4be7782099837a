import { defineRoutes } from "@/lib/http/api/define-routes";
import { findLink } from "@/lib/identity/accounts/one-time-links";
import { throttlePage } from "@/lib/identity/auth/page-throttle";
import { LinkTokenBody } from "@/lib/schemas/sign-in";

export const endpoint = defineRoutes("/password-reset/preview", (route) => ({
  POST: route(
    {
      summary: "Check a password-reset link",
      access: "page",
      body: LinkTokenBody,
      response: null,
    },
    async ({ request, body }) => {
      await throttlePage(request, "link");
      await findLink("password_reset", body.token);
    },
  ),
}));
