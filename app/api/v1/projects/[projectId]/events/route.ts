import { Answer, route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { nextLink } from "@/lib/http/api/responses";
import { EventList, EventsQuery } from "@/lib/schemas/events";
import { listProjectEvents } from "@/lib/work/events/events";

export const endpoint = defineRoutes("/projects/{projectId}/events", {
  GET: route(
    {
      operationId: "listProjectEvents",
      summary: "List a project's events",
      description: "As the list of all events, for one project.",
      tag: "Events",
      scope: "projects:read",
      params: { projectId: "project" },
      query: EventsQuery,
      response: EventList,
      errors: ["not_found"],
    },
    async ({ caller, params, query, request }) => {
      const page = await listProjectEvents(caller, params.projectId, query);
      return new Answer(page, { headers: nextLink(request, page.nextCursor) });
    },
  ),
});
