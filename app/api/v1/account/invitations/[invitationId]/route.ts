import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { revokeInvitation } from "@/lib/identity/accounts/invitations";

export const endpoint = defineRoutes("/account/invitations/{invitationId}", {
  DELETE: route(
    {
      summary: "Take an invitation back",
      tag: "Members",
      access: "session",
      scope: null,
      role: "manager",
      params: { invitationId: "invitation" },
      audit: { action: "invitation.revoked", target: "params.invitationId" },
      response: null,
      errors: ["not_found"],
    },
    async ({ caller, params }) => {
      await revokeInvitation(caller, params.invitationId);
      return undefined;
    },
  ),
});
