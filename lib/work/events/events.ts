import { and, asc, desc, eq, gt, inArray, isNull, lt } from "drizzle-orm";
import type { z } from "zod";
import { db } from "@/db/client";
import { events, projects } from "@/db/schema";
import { decodeCursor, encodeCursor, pageOf } from "@/lib/base/cursor";
import { notFound } from "@/lib/base/errors";
import type { Caller } from "@/lib/identity/auth/caller";
import type { Event, EventsQuery } from "@/lib/schemas/events";

type Query = z.output<typeof EventsQuery>;
type Page = { events: Event[]; nextCursor: string | null };

/**
 * The account's events, newest first; with `after`, those after an event, oldest first and without gaps (see the
 * migration `events_in_order`). Throws 404 for an unknown or deleted event.
 */
export async function listEvents(caller: Caller, query: Query): Promise<Page> {
  return list(caller, null, query);
}

/** The events of one project, as {@link listEvents}. Also throws 404 for an unknown project. */
export async function listProjectEvents(caller: Caller, projectId: string, query: Query): Promise<Page> {
  const [project] = await db()
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.accountId, caller.accountId), eq(projects.id, projectId), isNull(projects.deletedAt)));
  if (!project) throw notFound("project");
  return list(caller, projectId, query);
}

/** An event as shown to callers and webhooks. */
export function eventView(row: typeof events.$inferSelect): Event {
  return {
    id: row.id,
    type: row.type as Event["type"],
    timestamp: row.createdAt.toISOString(),
    sequence: row.sequence,
    apiVersion: "v1",
    actor: row.actor,
    data: row.data,
  };
}

async function list(caller: Caller, projectId: string | null, query: Query): Promise<Page> {
  const forward = query.after !== undefined;
  const scope = `events ${caller.accountId} ${projectId} ${query.after ?? ""} ${query.types ?? ""}`;
  const place = query.cursor
    ? Number(decodeCursor(scope, query.cursor)[0])
    : forward
      ? await sequenceOf(caller, query.after!)
      : null;
  const rows = await db()
    .select()
    .from(events)
    .where(
      and(
        eq(events.accountId, caller.accountId),
        projectId ? eq(events.projectId, projectId) : undefined,
        query.types ? inArray(events.type, query.types) : undefined,
        place === null ? undefined : forward ? gt(events.sequence, place) : lt(events.sequence, place),
      ),
    )
    .orderBy(forward ? asc(events.sequence) : desc(events.sequence))
    .limit(query.limit + 1);
  const page = pageOf(rows, query.limit, (row) => encodeCursor(scope, [String(row.sequence)]));
  return { events: page.rows.map(eventView), nextCursor: page.nextCursor };
}

async function sequenceOf(caller: Caller, after: string): Promise<number> {
  if (!after.startsWith("evt_")) return Number(after);
  const [row] = await db()
    .select({ sequence: events.sequence })
    .from(events)
    .where(and(eq(events.accountId, caller.accountId), eq(events.id, after)));
  if (!row) throw notFound("event");
  return row.sequence;
}
