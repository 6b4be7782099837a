import { defineRoutes } from "@/lib/http/api/define-routes";
import { stayAllowed } from "@/lib/identity/auth/authenticate";
import { openStream } from "@/lib/projects/realtime/stream";
import { StreamQuery } from "@/lib/schemas/streams";

export const endpoint = defineRoutes("/projects/{projectId}/stream", (route) => ({
  GET: route(
    {
      operationId: "streamProject",
      summary: "Stream the changes in a project",
      description:
        "Sends server-sent events until the client disconnects. `ready`: the stream has started. `changes`: segments have new texts, states or comments; read them with `GET /projects/{projectId}/segments?ids=`. `presence`: everyone who is in the editor. `job`: a job and its progress. `reset`: you may have missed changes; read everything again. Reconnect with the last `id` as `Last-Event-ID` to receive the changes of up to 15 minutes. Comments keep the connection open. Counts as one request.",
      tag: "Projects",
      scope: "projects:read",
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
}));
