import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { stayAllowed } from "@/lib/identity/auth/authenticate";
import { openStream } from "@/lib/projects/realtime/stream";
import { StreamQuery } from "@/lib/schemas/streams";

export const endpoint = defineRoutes("/projects/{projectId}/stream", {
  GET: route(
    {
      operationId: "streamProject",
      summary: "Stream what happens in a project",
      description:
        "Server-sent events until the client disconnects. `ready`: changes from now on follow. `changes`: segments have new texts, states or comments; read them with `GET /projects/{projectId}/segments?ids=`. `presence`: who is in the editor, complete each time. `job`: a job and its progress. `reset`: changes were missed, read again what you show. A client that reconnects sends the last `id` as `Last-Event-ID` and gets the changes in between, for up to 15 minutes. Comments keep the connection open. Costs one request.",
      tag: "Projects",
      scope: "projects:read",
      params: { projectId: "project" },
      query: StreamQuery,
      response: null,
      produces: "text/event-stream",
    },
    ({ caller, params, query, request }) =>
      openStream(caller, [{ projectId: params.projectId, branch: query.branch ?? null }], {
        lastEventId: request.headers.get("last-event-id"),
        recheck: () => stayAllowed(request, "projects:read"),
      }),
  ),
});
