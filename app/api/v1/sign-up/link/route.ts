import { defineRoutes } from "@/lib/http/api/define-routes";
import { localeOf } from "@/lib/identity/accounts/locale";
import { requirePolicy } from "@/lib/identity/accounts/sign-up";
import { mailSignUpLink } from "@/lib/identity/accounts/sign-up-link";
import { throttlePage } from "@/lib/identity/auth/page-throttle";
import { requirePasswords } from "@/lib/identity/auth/sign-in";
import { SignUpLinkBody } from "@/lib/schemas/sign-in";

export const endpoint = defineRoutes("/sign-up/link", (route) => ({
  POST: route(
    {
      summary: "Request a sign-up link by mail",
      access: "page",
      body: SignUpLinkBody,
      response: null,
    },
    async ({ request, body }) => {
      requirePasswords();
      await throttlePage(request, "sign_up");
      await requirePolicy();
      // Not awaited: the response time must not reveal whether the address exists.
      void mailSignUpLink(body.email, localeOf(request));
    },
  ),
}));
