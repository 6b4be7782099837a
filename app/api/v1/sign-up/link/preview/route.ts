import { defineRoutes } from "@/lib/http/api/define-routes";
import { previewSignUpLink } from "@/lib/identity/accounts/sign-up-link";
import { throttlePage } from "@/lib/identity/auth/page-throttle";
import { LinkTokenBody, SignUpLinkPreview } from "@/lib/schemas/sign-in";

export const endpoint = defineRoutes("/sign-up/link/preview", (route) => ({
  POST: route(
    {
      summary: "Check a sign-up link",
      access: "page",
      body: LinkTokenBody,
      response: SignUpLinkPreview,
    },
    async ({ request, body }) => {
      await throttlePage(request, "link");
      return previewSignUpLink(body.token);
    },
  ),
}));
