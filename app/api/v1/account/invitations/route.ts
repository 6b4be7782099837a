import { defineRoutes } from "@/lib/http/api/define-routes";
import { publicUrl } from "@/lib/http/api/headers";
import { invite, listInvitations } from "@/lib/identity/accounts/invitations";
import { CreatedInvitation, InvitationList, InvitationsQuery, InviteBody } from "@/lib/schemas/members";

export const endpoint = defineRoutes("/account/invitations", (route) => ({
  GET: route(
    {
      summary: "List open invitations",
      access: "session",
      role: "manager",
      query: InvitationsQuery,
      response: InvitationList,
    },
    ({ caller, query }) => listInvitations(caller, query),
  ),
  POST: route(
    {
      summary: "Invite a person",
      access: "session",
      role: "manager",
      body: InviteBody,
      audit: {
        action: "member.invited",
        target: "answer.invitation.id",
        name: "body.email",
        details: { role: "body.role" },
      },
      response: CreatedInvitation,
      status: 201,
    },
    ({ caller, body, request }) => invite(caller, body, publicUrl(request)),
  ),
}));
