import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { webhookDeliveries, webhooks } from "@/db/schema";
import { newId } from "@/lib/ids";
import type { EventType } from "@/lib/schemas/events";

/** Channel on which a commit that made deliveries wakes those who send them. */
export const DELIVERIES_CHANNEL = "dragoman_deliveries";

/**
 * Makes one delivery of an event for each enabled webhook of the account that asks for it. It runs in the event's own
 * transaction, so that a delivery can be neither forgotten nor made twice.
 */
export async function fanOut(
  tx: Transaction,
  event: {
    readonly id: string;
    readonly accountId: string;
    readonly projectId: string | null;
    readonly type: EventType;
    readonly data: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const { language } = event.data;
  const subscribers = await tx
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(
      and(
        eq(webhooks.accountId, event.accountId),
        eq(webhooks.status, "enabled"),
        event.projectId === null
          ? isNull(webhooks.projectId)
          : or(isNull(webhooks.projectId), eq(webhooks.projectId, event.projectId)),
        or(eq(webhooks.eventTypes, []), sql`${event.type} = any(${webhooks.eventTypes})`),
        // What concerns no single language is told to all.
        typeof language === "string"
          ? or(eq(webhooks.languages, []), sql`${language} = any(${webhooks.languages})`)
          : undefined,
      ),
    );
  if (subscribers.length === 0) return;
  await tx.insert(webhookDeliveries).values(
    subscribers.map((webhook) => ({
      id: newId("delivery"),
      accountId: event.accountId,
      webhookId: webhook.id,
      eventId: event.id,
      nextAttemptAt: sql`now()`,
    })),
  );
  await tx.execute(sql`select pg_notify(${DELIVERIES_CHANNEL}, '')`);
}
