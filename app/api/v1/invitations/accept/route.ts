import { defineRoutes } from "@/lib/http/api/define-routes";
import { acceptInvitation } from "@/lib/identity/accounts/invitations";
import { InvitationAccepted, LinkTokenBody } from "@/lib/schemas/sign-in";

export const endpoint = defineRoutes("/invitations/accept", (route) => ({
  POST: route(
    {
      summary: "Accept an invitation",
      access: "session",
      body: LinkTokenBody,
      audit: { action: "member.joined", account: "answer.accountId" },
      response: InvitationAccepted,
    },
    ({ caller, body }) => acceptInvitation(caller, body.token),
  ),
}));
