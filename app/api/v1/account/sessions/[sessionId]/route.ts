import { defineRoutes } from "@/lib/http/api/define-routes";
import { endSession } from "@/lib/identity/accounts/profile";

export const endpoint = defineRoutes("/account/sessions/{sessionId}", (route) => ({
  DELETE: route(
    {
      summary: "Sign out one browser",
      access: "session",
      audit: { action: "sessions.ended" },
      response: null,
    },
    ({ caller, params }) => endSession(caller, params.sessionId),
  ),
}));
