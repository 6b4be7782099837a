import { defineRoutes } from "@/lib/http/api/define-routes";
import { stayAllowed } from "@/lib/identity/auth/authenticate";
import { openStream } from "@/lib/projects/realtime/stream";
import { AccountStreamQuery } from "@/lib/schemas/streams";

export const endpoint = defineRoutes("/account/stream", (route) => ({
  GET: route(
    {
      summary: "Stream the changes in several projects",
      description: "One stream for all tabs of a browser; see the stream of a project.",
      access: "session",
      query: AccountStreamQuery,
      response: null,
      produces: "text/event-stream",
    },
    ({ caller, query, request }) =>
      openStream(caller, query.projects.map(watchedOf), {
        lastEventId: request.headers.get("last-event-id"),
        recheck: () => stayAllowed(request, "projects:read"),
      }),
  ),
}));

function watchedOf(text: string) {
  const at = text.indexOf(":");
  return at < 0 ? { projectId: text, branch: null } : { projectId: text.slice(0, at), branch: text.slice(at + 1) };
}
