import { and, asc, eq, gt, ne, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Transaction } from "@/db/client";
import { events, webhookDeliveries, webhooks } from "@/db/schema";
import { notFound } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import type { Caller } from "@/lib/identity/auth/caller";
import type { ReplayBody } from "@/lib/schemas/webhooks";
import { SUBSCRIBES, wakeSenders } from "@/lib/work/events/fan-out";
import { RESTARTED, requireEnabled } from "./deliveries";

/** Maximum events resent by one call. */
const MAX_EVENTS = 10_000;
const BATCH_SIZE = 2_000;

/**
 * Resends to a webhook all matching events after a point in time, including those already sent: for use after an
 * outage, or after the webhook was disabled. Throws 404 for an unknown webhook or event, 409 for a disabled webhook.
 * @returns the number of events and, if one call cannot resend them all, where to continue
 */
export async function replay(
  caller: Caller,
  webhookId: string,
  { since }: z.output<typeof ReplayBody>,
  tx: Transaction,
): Promise<{ deliveries: number; nextSince: number | null }> {
  await requireEnabled(caller, webhookId, tx);
  const found = await tx
    .select({ id: events.id, sequence: events.sequence })
    .from(events)
    .innerJoin(webhooks, and(eq(webhooks.id, webhookId), SUBSCRIBES))
    .where(
      and(
        eq(events.accountId, caller.accountId),
        await createdAfter(caller, since, tx),
        ne(events.type, "webhook.test"),
      ),
    )
    .orderBy(asc(events.sequence))
    .limit(MAX_EVENTS + 1);
  const taken = found.slice(0, MAX_EVENTS);
  for (let at = 0; at < taken.length; at += BATCH_SIZE)
    await tx
      .insert(webhookDeliveries)
      .values(
        taken.slice(at, at + BATCH_SIZE).map((event) => ({
          id: newId("delivery"),
          accountId: caller.accountId,
          webhookId,
          eventId: event.id,
          nextAttemptAt: sql`now()`,
        })),
      )
      .onConflictDoUpdate({ target: [webhookDeliveries.webhookId, webhookDeliveries.eventId], set: RESTARTED });
  await wakeSenders(tx);
  return { deliveries: taken.length, nextSince: found.length > MAX_EVENTS ? taken.at(-1)!.sequence : null };
}

async function createdAfter(caller: Caller, since: number | string | Date, tx: Transaction): Promise<SQL> {
  if (since instanceof Date) return sql`${events.createdAt} >= ${since.toISOString()}::timestamptz`;
  if (typeof since === "number") return gt(events.sequence, since);
  const [event] = await tx
    .select({ sequence: events.sequence })
    .from(events)
    .where(and(eq(events.accountId, caller.accountId), eq(events.id, since)));
  if (!event) throw notFound("event");
  return gt(events.sequence, event.sequence);
}
