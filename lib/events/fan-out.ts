import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { events, webhookDeliveries, webhooks } from "@/db/schema";
import { newId } from "@/lib/ids";

/** Channel on which a commit that made deliveries wakes those who send them. */
export const DELIVERIES_CHANNEL = "dragoman_deliveries";

/** True where a row of `webhooks` asks for a row of `events`. What concerns no single language is told to all. */
export const SUBSCRIBES = sql<boolean>`(
  ${webhooks.accountId} = ${events.accountId}
  and (${webhooks.projectId} is null or ${webhooks.projectId} = ${events.projectId})
  and (${webhooks.eventTypes} = '{}' or ${events.type} = any(${webhooks.eventTypes}))
  and (${webhooks.languages} = '{}' or ${events.data}->>'language' is null
       or ${events.data}->>'language' = any(${webhooks.languages})))`;

/**
 * Makes one delivery of an event for each enabled webhook of the account that asks for it. It runs in the event's own
 * transaction, so that a delivery can be neither forgotten nor made twice.
 */
export async function fanOut(tx: Transaction, accountId: string, eventId: string): Promise<void> {
  const subscribers = await tx
    .select({ id: webhooks.id })
    .from(webhooks)
    .innerJoin(events, and(eq(events.id, eventId), SUBSCRIBES))
    .where(and(eq(webhooks.accountId, accountId), eq(webhooks.status, "enabled")))
    // One that is being deleted is waited for, and then left out: else its delivery would fail with all that is told of.
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

/** Has those who send deliveries look for new ones once the transaction commits. */
export async function wakeSenders(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_notify(${DELIVERIES_CHANNEL}, '')`);
}
