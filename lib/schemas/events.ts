import { z } from "zod";
import { ACTOR_TYPES } from "@/lib/vocabulary/accounts";
import { EVENT_TYPES } from "@/lib/vocabulary/events";
import { commaSeparated, NextCursor, Paging, Timestamp } from "./common";

export const EventType = z.enum(EVENT_TYPES);
export type EventType = z.infer<typeof EventType>;

/** Version of the event format: the API's own. */
const API_VERSION = "v1";

export const Event = z
  .object({
    id: z.string(),
    type: EventType,
    timestamp: Timestamp,
    sequence: z
      .number()
      .int()
      .describe("Increases with each event of the account, with gaps; events become visible in this order"),
    apiVersion: z.literal(API_VERSION),
    actor: z.object({
      type: z.enum(ACTOR_TYPES),
      id: z.string().nullable(),
      name: z.string().nullable().describe("State at the time of the event"),
    }),
    data: z
      .record(z.string(), z.unknown())
      .describe(
        "Data of this type of event. `project` is the project at the time of the event, `language` the language concerned",
      ),
  })
  .meta({
    id: "Event",
    description: "Something that happened in the account. Webhooks are sent the same object.",
  });
export type Event = z.infer<typeof Event>;

/** A position in the list of events, sent by the caller. */
const After = z
  .string()
  .max(64)
  .regex(/^(?:evt_[0-9a-z]{26}|\d{1,15})$/)
  .describe("Id or sequence of an event: returns later events, oldest first. `0` starts at the oldest stored event");

export const EventsQuery = z.strictObject({
  ...Paging,
  after: After.optional(),
  types: commaSeparated(EventType).optional().describe("One or more types, comma-separated"),
});

export const EventList = z.object({ events: z.array(Event), nextCursor: NextCursor });
