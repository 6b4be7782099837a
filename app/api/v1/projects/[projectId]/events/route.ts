import { defineRoutes } from "@/lib/http/api/define-routes";
import { EventList, EventsQuery } from "@/lib/schemas/events";
import { listProjectEvents } from "@/lib/work/events/events";

export const endpoint = defineRoutes("/projects/{projectId}/events", (route) => ({
  GET: route(
    {
      operationId: "listProjectEvents",
      summary: "List a project's events",
      description: "Works like `GET /events`, for one project.",
      tag: "Events",
      scope: "projects:read",
      query: EventsQuery,
      response: EventList,
    },
    ({ caller, params, query }) => listProjectEvents(caller, params.projectId, query),
  ),
}));
