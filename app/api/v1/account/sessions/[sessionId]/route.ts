import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { endSession } from "@/lib/identity/accounts/profile";

export const endpoint = defineRoutes("/account/sessions/{sessionId}", {
  DELETE: route(
    {
      summary: "Sign out one browser",
      access: "session",
      params: { sessionId: "session" },
      audit: { action: "sessions.ended" },
      response: null,
    },
    ({ caller, params }) => endSession(caller, params.sessionId),
  ),
});
