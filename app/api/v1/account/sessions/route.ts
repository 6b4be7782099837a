import { defineRoutes } from "@/lib/http/api/define-routes";
import { listSessions } from "@/lib/identity/accounts/profile";
import { endSessions } from "@/lib/identity/auth/session";
import { SessionList, SessionsEnded } from "@/lib/schemas/profile";

export const endpoint = defineRoutes("/account/sessions", (route) => ({
  GET: route(
    {
      summary: "List the browsers that are signed in",
      access: "session",
      response: SessionList,
    },
    ({ caller }) => listSessions(caller),
  ),
  DELETE: route(
    {
      summary: "Sign out all other browsers",
      access: "session",
      audit: { action: "sessions.ended", details: { count: "answer.ended" } },
      response: SessionsEnded,
    },
    async ({ caller }) => ({ ended: await endSessions(caller.userId, { exceptId: caller.sessionId }) }),
  ),
}));
