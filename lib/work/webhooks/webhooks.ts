import { and, count, desc, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { accounts, projects, webhookDeliveries, webhooks } from "@/db/schema";
import { decodeCursor, encodeCursor, pageOf } from "@/lib/base/cursor";
import { env } from "@/lib/base/env";
import { AppError, type FieldError, invalidRequest, notFound } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import type { Caller } from "@/lib/identity/auth/caller";
import type { CreateWebhookBody, UpdateWebhookBody, Webhook, WebhooksQuery } from "@/lib/schemas/webhooks";
import { wakeSenders } from "@/lib/work/events/fan-out";
import { isPublicAddress, leadsInside, literalAddress } from "./address";
import { newSecret, sealSecret } from "./secret";

export type WebhookRow = typeof webhooks.$inferSelect;
type Filters = Partial<Pick<z.output<typeof CreateWebhookBody>, "projectId" | "eventTypes" | "languages">>;

/** Maximum webhooks per account, because every event is matched against all of them. */
const MAX_WEBHOOKS = 20;

/** Hours during which events are also signed with the old secret after a rotation. */
const OVERLAP_HOURS = 24;

/**
 * Creates a webhook. Only the response contains the secret. Throws 400 for a forbidden address, 404 for an unknown
 * project, and 409 at the maximum number of webhooks.
 */
export async function createWebhook(
  caller: Caller,
  input: z.output<typeof CreateWebhookBody>,
  tx: Transaction,
): Promise<{ webhook: Webhook; secret: string }> {
  const url = await checkUrl(input.url);
  const filters = await checkFilters(caller, input);
  const secret = newSecret();
  // Locks the account's row, so that two requests cannot both create the last allowed webhook.
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, caller.accountId)).for("update");
  const [existing] = await tx
    .select({ n: count() })
    .from(webhooks)
    .where(and(eq(webhooks.accountId, caller.accountId), isNull(webhooks.deletedAt)));
  if ((existing?.n ?? 0) >= MAX_WEBHOOKS)
    throw new AppError("conflict", `An account can have at most ${MAX_WEBHOOKS} webhooks. Delete one first.`, {
      reason: "too_many_webhooks",
      limit: MAX_WEBHOOKS,
    });
  const [row] = await tx
    .insert(webhooks)
    .values({
      id: newId("webhook"),
      accountId: caller.accountId,
      url,
      description: input.description,
      secret: sealSecret(secret),
      createdBy: caller.userId ?? caller.keyId,
      ...filters,
    })
    .returning();
  return { webhook: webhookView(row!), secret };
}

/** The account's webhooks, newest first. */
export async function listWebhooks(
  caller: Caller,
  page: z.output<typeof WebhooksQuery>,
): Promise<{ webhooks: Webhook[]; nextCursor: string | null }> {
  const scope = `webhooks ${caller.accountId}`;
  const [after] = page.cursor ? decodeCursor(scope, page.cursor) : [];
  const rows = await db()
    .select()
    .from(webhooks)
    .where(
      and(
        eq(webhooks.accountId, caller.accountId),
        isNull(webhooks.deletedAt),
        after ? lt(webhooks.id, after) : undefined,
      ),
    )
    .orderBy(desc(webhooks.id))
    .limit(page.limit + 1);
  const shown = pageOf(rows, page.limit, (row) => encodeCursor(scope, [row.id]));
  return { webhooks: shown.rows.map(webhookView), nextCursor: shown.nextCursor };
}

/** One webhook of the account. Throws 404. */
export async function getWebhook(caller: Caller, id: string): Promise<Webhook> {
  return webhookView(await requireWebhook(caller, id));
}

/**
 * Changes a webhook. A disabled one keeps its pending deliveries and continues when enabled. Throws 404, and 403 if a
 * key without the scope `webhooks` would change the destination.
 */
export async function updateWebhook(
  caller: Caller,
  id: string,
  patch: z.output<typeof UpdateWebhookBody>,
): Promise<Webhook> {
  if (patch.url !== undefined && !caller.scopes.includes("webhooks"))
    throw new AppError("forbidden", "Changing the address requires the scope webhooks, which the key lacks.", {
      required: "webhooks",
      granted: caller.scopes,
    });
  const url = patch.url === undefined ? undefined : await checkUrl(patch.url);
  const filters = await checkFilters(caller, patch);
  return db().transaction(async (tx) => {
    const before = await requireWebhook(caller, id, tx, true);
    const [row] = await tx
      .update(webhooks)
      .set({
        // An update needs at least one column, even if the patch is empty.
        status: patch.status ?? before.status,
        ...(url === undefined ? {} : { url }),
        ...(patch.description === undefined ? {} : { description: patch.description }),
        ...filters,
        ...(patch.status === "enabled" ? { disabledReason: null, firstFailedAt: null, warnedAt: null } : {}),
        ...(patch.status === "disabled" && before.status === "enabled" ? { disabledReason: "manual" as const } : {}),
      })
      .where(eq(webhooks.id, id))
      .returning();
    if (row!.status !== before.status) await (row!.status === "enabled" ? resume(tx, id) : pauseDeliveries(tx, id));
    return webhookView(row!);
  });
}

/** Deletes a webhook, which then gets nothing. `purgeWebhook` deletes its deliveries, maybe millions. Throws 404. */
export async function deleteWebhook(caller: Caller, id: string): Promise<void> {
  const done = await db()
    .update(webhooks)
    .set({ deletedAt: sql`now()`, status: "disabled" })
    .where(webhookOf(caller, id))
    .returning({ id: webhooks.id });
  if (done.length === 0) throw notFound("webhook");
}

/** Rotates the secret; for a day events are also signed with the old one. Throws 404. */
export async function rotateSecret(caller: Caller, id: string): Promise<{ webhook: Webhook; secret: string }> {
  const secret = newSecret();
  const [row] = await db()
    .update(webhooks)
    .set({
      previousSecret: sql`${webhooks.secret}`,
      previousSecretExpiresAt: sql`now() + make_interval(hours => ${OVERLAP_HOURS})`,
      secret: sealSecret(secret),
    })
    .where(webhookOf(caller, id))
    .returning();
  if (!row) throw notFound("webhook");
  return { webhook: webhookView(row), secret };
}

/** The row of an account's webhook, locked for changes. Throws 404. */
export async function requireWebhook(
  caller: Caller,
  id: string,
  tx: Transaction = db(),
  lock = false,
): Promise<WebhookRow> {
  const query = tx.select().from(webhooks).where(webhookOf(caller, id));
  const [row] = lock ? await query.for("no key update") : await query;
  if (!row) throw notFound("webhook");
  return row;
}

/** An account's webhook, unless it is deleted. */
function webhookOf({ accountId }: Caller, id: string): SQL | undefined {
  return and(eq(webhooks.accountId, accountId), eq(webhooks.id, id), isNull(webhooks.deletedAt));
}

/** Pauses pending deliveries. Those being sent complete. */
export async function pauseDeliveries(tx: Transaction, webhookId: string): Promise<void> {
  await tx.update(webhookDeliveries).set({ nextAttemptAt: null }).where(pending(webhookId));
}

async function resume(tx: Transaction, webhookId: string): Promise<void> {
  await tx.update(webhookDeliveries).set({ nextAttemptAt: sql`now()` }).where(pending(webhookId));
  await wakeSenders(tx);
}

function pending(webhookId: string) {
  return and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.status, "pending"));
}

/** Lower ports belong to other services, such as mail and SSH. Webhooks must not be a means to reach them. */
const MIN_PORT = 1024;

/** Checks and normalises a URL. Deliveries check again, because a host name may resolve to another address later. */
async function checkUrl(input: string): Promise<string> {
  const allowPrivate = env().WEBHOOK_ALLOW_PRIVATE;
  const url = URL.canParse(input) ? new URL(input) : null;
  const fault = (reason: NonNullable<FieldError["reason"]>, message: string) =>
    invalidRequest([{ path: "url", code: "format", reason, message }]);
  if (!url || (url.protocol !== "https:" && !(allowPrivate && url.protocol === "http:")))
    throw fault("not_https", "The field url must be an address that starts with https://.");
  if (url.username || url.password)
    throw fault(
      "address_with_password",
      "The field url must not contain a user or a password: verify the signature instead.",
    );
  if (url.hash) throw fault("address_with_fragment", "The field url must not contain a fragment (#…).");
  const port = Number(url.port || 443);
  if (port !== 443 && port < MIN_PORT && !allowPrivate)
    throw fault("address_port", `The port of the field url must be 443, or ${MIN_PORT} or higher.`);
  const literal = literalAddress(url);
  const inside = literal ? !isPublicAddress(literal) : /^(?:.+\.)?localhost\.?$/.test(url.hostname);
  if (!allowPrivate && (inside || (await leadsInside(url))))
    throw fault("address_not_public", "The field url must be a public address.");
  return url.href;
}

async function checkFilters(caller: Caller, input: Filters): Promise<Filters> {
  if (input.projectId) await requireOwnProject(caller, input.projectId);
  return {
    ...(input.projectId === undefined ? {} : { projectId: input.projectId }),
    ...(input.eventTypes === undefined ? {} : { eventTypes: [...new Set(input.eventTypes)] }),
    ...(input.languages === undefined ? {} : { languages: [...new Set(input.languages)] }),
  };
}

/** Throws 404 unless the project is the caller's. A query of its own: webhooks must not import code of projects. */
async function requireOwnProject(caller: Caller, id: string): Promise<void> {
  const isOwn = and(eq(projects.accountId, caller.accountId), eq(projects.id, id), isNull(projects.deletedAt));
  const [row] = await db().select({ id: projects.id }).from(projects).where(isOwn);
  if (!row) throw notFound("project");
}

function webhookView(row: WebhookRow): Webhook {
  const overlap = row.previousSecretExpiresAt && row.previousSecretExpiresAt > new Date();
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    projectId: row.projectId,
    eventTypes: row.eventTypes as Webhook["eventTypes"],
    languages: row.languages,
    status: row.status,
    disabledReason: row.disabledReason as Webhook["disabledReason"],
    failingSince: row.firstFailedAt?.toISOString() ?? null,
    previousSecretExpiresAt: overlap ? row.previousSecretExpiresAt!.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
  };
}
