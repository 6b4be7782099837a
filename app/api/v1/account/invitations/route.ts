import { Answer, route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { publicUrl } from "@/lib/http/api/headers";
import { nextLink } from "@/lib/http/api/responses";
import { invite, listInvitations } from "@/lib/identity/accounts/invitations";
import { CreatedInvitation, InvitationList, InvitationsQuery, InviteBody } from "@/lib/schemas/members";

export const endpoint = defineRoutes("/account/invitations", {
  GET: route(
    {
      summary: "List open invitations",
      tag: "Members",
      access: "session",
      scope: null,
      role: "manager",
      query: InvitationsQuery,
      response: InvitationList,
    },
    async ({ caller, query, request }) => {
      const page = await listInvitations(caller, query);
      return new Answer(page, { headers: nextLink(request, page.nextCursor) });
    },
  ),
  POST: route(
    {
      summary: "Invite a person",
      tag: "Members",
      access: "session",
      scope: null,
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
      errors: ["conflict"],
    },
    ({ caller, body, request }) => invite(caller, body, publicUrl(request)),
  ),
});
