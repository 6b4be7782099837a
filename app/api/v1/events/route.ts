import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { EventList, EventsQuery } from "@/lib/schemas/events";
import { listEvents } from "@/lib/work/events/events";

export const endpoint = defineRoutes("/events", {
  GET: route(
    {
      operationId: "listEvents",
      summary: "List events",
      description:
        "Newest first. With `after` those that came after that event, oldest first: ask again with the last one's id, " +
        "and none is missed. Events are kept for 90 days unless the operator sets another time.",
      tag: "Events",
      scope: "projects:read",
      query: EventsQuery,
      response: EventList,
      errors: ["not_found"],
    },
    ({ caller, query }) => listEvents(caller, query),
  ),
});
