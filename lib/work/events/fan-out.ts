import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { events, webhookDeliveries, webhooks } from "@/db/schema";
import { newId } from "@/lib/base/ids";

/** PostgreSQL channel that wakes senders when a commit created deliveries. */
export const DELIVERIES_CHANNEL = "dragoman_deliveries";

/**
 * True if the webhook (a row of `webhooks`) subscribes to the event (a row of `events`). An event without a language
 * passes every language filter. An event of a branch matches no webhook, because the branch is not merged yet.
 */
export const SUBSCRIBES = sql<boolean>`(
  ${webhooks.accountId} = ${events.accountId}
  and not exists (select from projects p where p.id = ${events.projectId} and p.branch_of is not null)
  and (${webhooks.projectId} is null or ${webhooks.projectId} = ${events.projectId})
  and (${webhooks.eventTypes} = '{}' or ${events.type} = any(${webhooks.eventTypes}))
  and (${webhooks.languages} = '{}' or ${events.data}->>'language' is null
       or ${events.data}->>'language' = any(${webhooks.languages})))`;

/**
 * Creates one delivery of an event for each matching, enabled webhook. Runs in the event's transaction, so that
 * deliveries are neither lost nor duplicated.
 */
export async function fanOut(tx: Transaction, accountId: string, eventId: string): Promise<void> {
  const subscribers = await tx
    .select({ id: webhooks.id })
    .from(webhooks)
    .innerJoin(events, and(eq(events.id, eventId), SUBSCRIBES))
    .where(and(eq(webhooks.accountId, accountId), eq(webhooks.status, "enabled")))
    // If a webhook is being deleted, waits for that and skips it; its delivery would violate the foreign key.
    .for("key share", { of: webhooks });
  if (subscribers.length === 0) return;
  await tx.insert(webhookDeliveries).values(
    subscribers.map((webhook) => ({
      id: newId("delivery"),
      accountId,
      webhookId: webhook.id,
      eventId,
      nextAttemptAt: sql`now()`,
    })),
  );
  await wakeSenders(tx);
}

/** Wakes the processes' webhook senders when the transaction commits. */
export async function wakeSenders(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_notify(${DELIVERIES_CHANNEL}, '')`);
}
