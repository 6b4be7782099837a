import { defineRoutes } from "@/lib/http/api/define-routes";
import { localeOf } from "@/lib/identity/accounts/locale";
import { signUpFromPage } from "@/lib/identity/accounts/sign-up";
import { throttlePage } from "@/lib/identity/auth/page-throttle";
import { SignUpBody } from "@/lib/schemas/sign-in";

export const endpoint = defineRoutes("/sign-up", (route) => ({
  POST: route(
    {
      summary: "Sign up",
      description:
        "The response does not reveal whether the address already has an account. The page then signs in with the same password.",
      access: "page",
      body: SignUpBody,
      response: null,
    },
    async ({ request, body }) => {
      await throttlePage(request, "sign_up");
      await signUpFromPage(body, localeOf(request));
    },
  ),
}));
