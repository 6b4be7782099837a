import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { endSession } from "@/lib/identity/accounts/profile";

export const endpoint = defineRoutes("/account/sessions/{sessionId}", {
  DELETE: route(
    {
      summary: "Sign one browser out",
      tag: "Account",
      access: "session",
      scope: null,
      params: { sessionId: "session" },
      audit: { action: "sessions.ended" },
      response: null,
      errors: ["not_found"],
    },
    async ({ caller, params }) => {
      await endSession(caller, params.sessionId);
      return undefined;
    },
  ),
});
