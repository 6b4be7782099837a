import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { revokeInvitation } from "@/lib/identity/accounts/invitations";

export const endpoint = defineRoutes("/account/invitations/{invitationId}", {
  DELETE: route(
    {
      summary: "Revoke an invitation",
      access: "session",
      role: "manager",
      params: { invitationId: "invitation" },
      audit: { action: "invitation.revoked", target: "params.invitationId" },
      response: null,
    },
    ({ caller, params }) => revokeInvitation(caller, params.invitationId),
  ),
});
