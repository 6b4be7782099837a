import { signUp } from "@/lib/accounts/sign-up";
import { route } from "@/lib/api/contract";
import { defineRoutes } from "@/lib/api/define-routes";
import { throttlePage } from "@/lib/auth/page-throttle";
import { SignedUp, SignUpBody } from "@/lib/schemas/sign-in";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = defineRoutes("/sign-up", {
  POST: route(
    {
      summary: "Sign up",
      tag: "Sign-in",
      access: "page",
      scope: null,
      body: SignUpBody,
      response: SignedUp,
      status: 201,
      errors: ["forbidden", "not_found", "conflict", "rate_limit_exceeded"],
    },
    async ({ request, body }) => {
      await throttlePage(request, "sign_up");
      return signUp(body);
    },
  ),
});
