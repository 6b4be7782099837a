import { defineRoutes } from "@/lib/http/api/define-routes";
import { revokeInvitation } from "@/lib/identity/accounts/invitations";

export const endpoint = defineRoutes("/account/invitations/{invitationId}", (route) => ({
  DELETE: route(
    {
      summary: "Revoke an invitation",
      access: "session",
      role: "manager",
      audit: { action: "invitation.revoked", target: "params.invitationId" },
      response: null,
    },
    ({ caller, params }) => revokeInvitation(caller, params.invitationId),
  ),
}));
