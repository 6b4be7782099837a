import { defineRoutes } from "@/lib/http/api/define-routes";
import { previewInvitation } from "@/lib/identity/accounts/invitations";
import { throttlePage } from "@/lib/identity/auth/page-throttle";
import { InvitationPreview, LinkTokenBody } from "@/lib/schemas/sign-in";

export const endpoint = defineRoutes("/invitations/preview", (route) => ({
  POST: route(
    {
      summary: "Show an invitation",
      access: "page",
      body: LinkTokenBody,
      response: InvitationPreview,
    },
    async ({ request, body }) => {
      await throttlePage(request, "link");
      return previewInvitation(body.token);
    },
  ),
}));
