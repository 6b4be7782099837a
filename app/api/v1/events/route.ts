import { defineRoutes } from "@/lib/http/api/define-routes";
import { EventList, EventsQuery } from "@/lib/schemas/events";
import { listEvents } from "@/lib/work/events/events";

export const endpoint = defineRoutes("/events", (route) => ({
  GET: route(
    {
      operationId: "listEvents",
      summary: "List events",
      description:
        "Lists events newest first. With `after`, lists the events after that one, oldest first: repeat the request with the ID of the last event, " +
        "so that you miss none. Events are kept for 90 days unless the operator sets another time.",
      tag: "Events",
      scope: "projects:read",
      query: EventsQuery,
      response: EventList,
      errors: ["not_found"],
    },
    ({ caller, query }) => listEvents(caller, query),
  ),
}));
