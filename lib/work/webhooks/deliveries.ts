import { and, desc, eq, getTableColumns, inArray, lt, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { events, webhookDeliveries } from "@/db/schema";
import { decodeCursor, encodeCursor, pageOf } from "@/lib/base/cursor";
import { AppError, notFound } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import type { Caller } from "@/lib/identity/auth/caller";
import type { DeliveriesQuery, Delivery, DeliveryFailure } from "@/lib/schemas/webhooks";
import { actorOf } from "@/lib/work/events/actor";
import { wakeSenders } from "@/lib/work/events/fan-out";
import { insertEvent } from "@/lib/work/events/record";
import { requireWebhook, type WebhookRow } from "./webhooks";

type Row = typeof webhookDeliveries.$inferSelect & { readonly eventType: string };

/** A webhook's completed and pending deliveries, newest first. Throws 404. */
export async function listDeliveries(
  caller: Caller,
  webhookId: string,
  query: z.output<typeof DeliveriesQuery>,
): Promise<{ deliveries: Delivery[]; nextCursor: string | null }> {
  await requireWebhook(caller, webhookId);
  const scope = `deliveries ${webhookId} ${query.status ?? ""}`;
  const [after] = query.cursor ? decodeCursor(scope, query.cursor) : [];
  const rows = await select(db())
    .where(
      and(
        eq(webhookDeliveries.accountId, caller.accountId),
        eq(webhookDeliveries.webhookId, webhookId),
        query.status ? inArray(webhookDeliveries.status, query.status) : undefined,
        after ? lt(webhookDeliveries.id, after) : undefined,
      ),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(query.limit + 1);
  const page = pageOf(rows, query.limit, (row) => encodeCursor(scope, [row.id]));
  return { deliveries: page.rows.map(view), nextCursor: page.nextCursor };
}

/** Sends a `webhook.test` event to this webhook only, regardless of its filters. Not retried. Throws 404, 409. */
export async function sendTest(caller: Caller, webhookId: string, tx: Transaction): Promise<Delivery> {
  const webhook = await requireEnabled(caller, webhookId, tx);
  const { id: eventId } = await insertEvent(tx, {
    accountId: caller.accountId,
    projectId: null,
    type: "webhook.test",
    actor: actorOf(caller),
    data: { webhook: { id: webhookId } },
  });
  const id = newId("delivery");
  await tx
    .insert(webhookDeliveries)
    .values({ id, accountId: caller.accountId, webhookId: webhook.id, eventId, nextAttemptAt: sql`now()` });
  await wakeSenders(tx);
  return one(tx, caller, webhookId, id);
}

/** Sends an event again: restarts a finished schedule, or sends a pending one at once. Throws 404, 409. */
export async function redeliver(
  caller: Caller,
  webhookId: string,
  deliveryId: string,
  tx: Transaction,
): Promise<Delivery> {
  await requireEnabled(caller, webhookId, tx);
  const done = await tx
    .update(webhookDeliveries)
    .set(RESTARTED)
    .where(
      and(
        eq(webhookDeliveries.accountId, caller.accountId),
        eq(webhookDeliveries.webhookId, webhookId),
        eq(webhookDeliveries.id, deliveryId),
      ),
    )
    .returning({ id: webhookDeliveries.id });
  if (done.length === 0) throw notFound("delivery");
  await wakeSenders(tx);
  return one(tx, caller, webhookId, deliveryId);
}

/** Columns that restart the schedule of attempts, beginning now. */
export const RESTARTED = {
  attempt: sql`case when ${webhookDeliveries.status} = 'pending' then ${webhookDeliveries.attempt} else 0 end`,
  earlierAttempts: sql`${webhookDeliveries.earlierAttempts} + case when ${webhookDeliveries.status} = 'pending' then 0 else ${webhookDeliveries.attempt} end`,
  status: "pending" as const,
  nextAttemptAt: sql`now()`,
  finishedAt: null,
};

/** The row of an enabled webhook. Throws 404, and 409 for a disabled one. */
export async function requireEnabled(caller: Caller, webhookId: string, tx: Transaction): Promise<WebhookRow> {
  const webhook = await requireWebhook(caller, webhookId, tx, true);
  if (webhook.status === "enabled") return webhook;
  throw new AppError("conflict", "The webhook is disabled. Enable it first.", { reason: "webhook_disabled" });
}

async function one(tx: Transaction, caller: Caller, webhookId: string, id: string): Promise<Delivery> {
  const [row] = await select(tx).where(
    and(
      eq(webhookDeliveries.accountId, caller.accountId),
      eq(webhookDeliveries.webhookId, webhookId),
      eq(webhookDeliveries.id, id),
    ),
  );
  if (!row) throw notFound("delivery");
  return view(row);
}

function select(tx: Transaction) {
  return tx
    .select({ ...getTableColumns(webhookDeliveries), eventType: events.type })
    .from(webhookDeliveries)
    .innerJoin(events, eq(events.id, webhookDeliveries.eventId));
}

const FAILURES: Readonly<Record<DeliveryFailure, string>> = {
  status: "The receiver returned a status other than 2xx.",
  redirect: "The receiver redirects; redirects are not followed. Change the webhook's address.",
  gone: "The receiver returned 410, so the webhook was disabled.",
  timeout: "The receiver did not respond within 15 seconds.",
  connection: "The connection to the receiver failed or was interrupted.",
  tls: "The receiver's certificate or encryption is not valid.",
  name_not_found: "The name of the receiver was not found.",
  address_refused: "The address is in a private network, to which events are not sent.",
  secret_unreadable: "The webhook's secret can no longer be decrypted. Rotate it.",
};

function view(row: Row): Delivery {
  const failure = row.failure as DeliveryFailure | null;
  return {
    id: row.id,
    webhookId: row.webhookId,
    event: { id: row.eventId, type: row.eventType as Delivery["event"]["type"] },
    status: row.status,
    attempts: row.earlierAttempts + row.attempt,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    responseStatus: row.responseStatus,
    failure: failure && { code: failure, message: FAILURES[failure] },
    durationMs: row.durationMs,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}
