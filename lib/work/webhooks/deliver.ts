import { and, eq, isNull, sql } from "drizzle-orm";
import { db, sql as driver, type Transaction } from "@/db/client";
import { events, webhookDeliveries, webhooks } from "@/db/schema";
import { describeError, log } from "@/lib/base/log";
import { SealBroken } from "@/lib/base/secret-box";
import type { DeliveryFailure } from "@/lib/schemas/webhooks";
import { SYSTEM } from "@/lib/work/events/actor";
import { eventView } from "@/lib/work/events/events";
import { recordEvent } from "@/lib/work/events/record";
import { sendNotice } from "./notice";
import { type Answer, type PostOptions, post } from "./post";
import { DISABLE_AFTER_SECONDS, secondsToNextAttempt, WARN_AFTER_SECONDS } from "./schedule";
import { openSecret, signature } from "./secret";
import { pauseDeliveries, type WebhookRow } from "./webhooks";

/** A delivery claimed by this process. */
export type Claim = {
  readonly id: string;
  readonly accountId: string;
  readonly webhookId: string;
  readonly eventId: string;
  /** Number of the attempt, beginning with 1. */
  readonly attempt: number;
};

/** Seconds for which a claim is valid. If the process dies, the delivery is retried afterwards. */
const LEASE_SECONDS = 60;

/** Webhooks and accounts that already have the maximum number of deliveries in flight. */
export type Busy = { readonly webhooks: readonly string[]; readonly accounts: readonly string[] };

/** Number of pending deliveries, and for how many seconds the oldest of them has been due. */
export async function deliveryBacklog(): Promise<{ pending: number; oldest: number }> {
  const [row] = await driver()<{ pending: number; oldest: number }[]>`
    select count(*)::int as pending,
           coalesce(greatest(extract(epoch from now() - min(next_attempt_at)), 0), 0)::float as oldest
      from webhook_deliveries where status = 'pending'`;
  return row ?? { pending: 0, oldest: 0 };
}

/**
 * Claims the next due delivery whose webhook and account are not busy. The lease is written before sending, so a
 * delivery interrupted by a crash is sent again with the same id.
 */
export async function claimDelivery(busy: Busy): Promise<Claim | null> {
  const [claim] = await driver()<Claim[]>`
    with next as (
      select id from webhook_deliveries
       where status = 'pending' and next_attempt_at <= now()
         and webhook_id <> all(${busy.webhooks}) and account_id <> all(${busy.accounts})
       order by next_attempt_at, id
       limit 1 for update skip locked
    )
    update webhook_deliveries d
       set attempt = attempt + 1, next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
      from next where d.id = next.id
    returning d.id, account_id as "accountId", webhook_id as "webhookId", event_id as "eventId", attempt`;
  return claim ?? null;
}

/** Releases an interrupted delivery, so that any process may attempt it at once. */
export async function releaseDelivery(claim: Claim): Promise<void> {
  await db()
    .update(webhookDeliveries)
    .set({ attempt: claim.attempt - 1, nextAttemptAt: sql`now()` })
    .where(mine(claim));
}

/** Attempts a delivery and records the outcome. Throws the reason of the signal if aborted. */
export async function deliver(claim: Claim, options: PostOptions): Promise<void> {
  const [found] = await db()
    .select({ webhook: webhooks, event: events })
    .from(webhooks)
    .innerJoin(events, eq(events.id, claim.eventId))
    .where(and(eq(webhooks.id, claim.webhookId), isNull(webhooks.deletedAt)));
  if (!found) return; // The webhook was deleted.
  const { webhook, event } = found;
  const answer = await attempt(webhook, event, options);
  log.info({ webhook: webhook.id, event: event.id, attempt: claim.attempt, ...answer }, "webhook delivery attempted");
  if (answer.failure === null) await noteSuccess(claim, answer);
  else await noteFailure(claim, event.type, answer, answer.failure);
}

async function attempt(webhook: WebhookRow, event: typeof events.$inferSelect, options: PostOptions): Promise<Answer> {
  const now = new Date();
  const secrets = secretsOf(webhook, now);
  if (!secrets) return { status: null, failure: "secret_unreadable", retryAfterSeconds: null, durationMs: 0 };
  const body = JSON.stringify(eventView(event));
  const timestamp = Math.floor(now.getTime() / 1000);
  return post(
    webhook.url,
    {
      "content-type": "application/json; charset=utf-8",
      "user-agent": "Dragoman-Webhooks/1",
      "webhook-id": event.id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signature(secrets, event.id, timestamp, body),
    },
    body,
    options,
  );
}

/** Null if the secret was encrypted with another DRAGOMAN_SECRET: no event is ever sent unsigned. */
function secretsOf(webhook: WebhookRow, now: Date): readonly string[] | null {
  const { secret, previousSecret, previousSecretExpiresAt } = webhook;
  const overlap = previousSecret && previousSecretExpiresAt && previousSecretExpiresAt > now;
  try {
    return [openSecret(secret), ...(overlap ? [openSecret(previousSecret)] : [])];
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    log.error({ webhook: webhook.id, ...describeError(error) }, "could not decrypt a webhook secret");
    return null;
  }
}

async function noteSuccess(claim: Claim, answer: Answer): Promise<void> {
  await db()
    .update(webhookDeliveries)
    .set({ ...outcome(answer), status: "succeeded", nextAttemptAt: null, finishedAt: sql`now()` })
    .where(mine(claim));
  await db()
    .update(webhooks)
    .set({ firstFailedAt: null, warnedAt: null })
    .where(and(eq(webhooks.id, claim.webhookId), sql`${webhooks.firstFailedAt} is not null`));
}

async function noteFailure(claim: Claim, eventType: string, answer: Answer, failure: DeliveryFailure): Promise<void> {
  // A test delivery is watched by a person, so it is neither retried nor counted as a failure.
  const isTest = eventType === "webhook.test";
  await db().transaction(async (tx) => {
    const [webhook] = await tx.select().from(webhooks).where(eq(webhooks.id, claim.webhookId)).for("no key update");
    if (!webhook) return;
    const enabled = webhook.status === "enabled" && !(await endRun(tx, webhook, failure, isTest));
    const wait = isTest || failure === "gone" ? null : secondsToNextAttempt(claim.attempt, answer.retryAfterSeconds);
    await tx
      .update(webhookDeliveries)
      .set({
        ...outcome(answer),
        ...(wait === null
          ? { status: "failed", nextAttemptAt: null, finishedAt: sql`now()` }
          : { nextAttemptAt: enabled ? sql`now() + make_interval(secs => ${wait})` : null }),
      })
      .where(mine(claim));
  });
}

/** Counts a failure; after long failing, warns the owners or disables the webhook. True if it disabled the webhook. */
async function endRun(
  tx: Transaction,
  webhook: WebhookRow,
  failure: DeliveryFailure,
  isTest: boolean,
): Promise<boolean> {
  if (failure === "gone") return disable(tx, webhook, "gone");
  if (isTest) return false;
  const [run] = await tx
    .update(webhooks)
    .set({ firstFailedAt: sql`coalesce(${webhooks.firstFailedAt}, now())` })
    .where(eq(webhooks.id, webhook.id))
    .returning({ seconds: sql<number>`extract(epoch from now() - ${webhooks.firstFailedAt})::float8` });
  const seconds = run?.seconds ?? 0;
  if (seconds >= DISABLE_AFTER_SECONDS) return disable(tx, webhook, "failing");
  if (seconds >= WARN_AFTER_SECONDS && webhook.warnedAt === null) {
    await tx.update(webhooks).set({ warnedAt: sql`now()` }).where(eq(webhooks.id, webhook.id));
    await notifyOwners(tx, webhook, "webhook.failing", { failingSince: webhook.firstFailedAt?.toISOString() });
  }
  return false;
}

async function disable(tx: Transaction, webhook: WebhookRow, reason: "gone" | "failing"): Promise<true> {
  await tx.update(webhooks).set({ status: "disabled", disabledReason: reason }).where(eq(webhooks.id, webhook.id));
  await pauseDeliveries(tx, webhook.id);
  await notifyOwners(tx, webhook, "webhook.disabled", { reason });
  return true;
}

/** Sends an event and a mail. The event contains only the host: the rest of the URL may be a secret. */
async function notifyOwners(
  tx: Transaction,
  webhook: WebhookRow,
  type: "webhook.failing" | "webhook.disabled",
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { id, accountId, description, url } = webhook;
  await recordEvent(tx, {
    accountId,
    projectId: null,
    type,
    actor: SYSTEM,
    data: { webhook: { id, description, host: new URL(url).host }, ...data },
  });
  await sendNotice(tx, { accountId, webhookId: id, type });
}

function outcome({ status, failure, durationMs }: Answer) {
  return { responseStatus: status, failure, durationMs };
}

/** Condition that this attempt is the latest: another process may have claimed the delivery since. */
function mine(claim: Claim) {
  return and(
    eq(webhookDeliveries.id, claim.id),
    eq(webhookDeliveries.attempt, claim.attempt),
    eq(webhookDeliveries.status, "pending"),
  );
}
