import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { accounts, apiKeys, webhookDeliveries, webhooks } from "@/db/schema";
import { notFound } from "@/lib/base/errors";
import { type NewAuditEntry, recordAudit } from "@/lib/identity/audit/record";
import type { Person } from "@/lib/identity/auth/caller";
import type { MemberAccess } from "@/lib/schemas/members";
import { isUsable } from "./keys";
import { roleOf } from "./people";

/** Maximum length of the lists. Revoking access also affects keys and webhooks that the lists omit. */
const MAX_LISTED = 100;

/** The valid keys and enabled webhooks that a member created. Throws 404. */
export async function memberAccess(caller: Person, userId: string): Promise<z.input<typeof MemberAccess>> {
  if (!(await roleOf(caller.accountId, userId))) throw notFound("member");
  const [keys, hooks] = await Promise.all([
    db()
      .select({ id: apiKeys.id, name: apiKeys.name, start: apiKeys.start, last4: apiKeys.last4 })
      .from(apiKeys)
      .where(keysOf(caller.accountId, userId))
      .orderBy(asc(apiKeys.id))
      .limit(MAX_LISTED),
    db()
      .select({ id: webhooks.id, url: webhooks.url })
      .from(webhooks)
      .where(webhooksOf(db(), caller.accountId, userId))
      .orderBy(asc(webhooks.id))
      .limit(MAX_LISTED),
  ]);
  return { keys, webhooks: hooks };
}

/** Who revokes access, and the HTTP request with which they do so, if any. */
export type Revoker = Pick<NewAuditEntry, "actor" | "request">;

/** Revokes the keys, each with its audit entry, and disables the webhooks that a person created in a workspace. */
export async function revokeAccess(tx: Transaction, accountId: string, userId: string, by: Revoker): Promise<void> {
  const ended = await tx
    .update(webhooks)
    .set({ status: "disabled", disabledReason: "manual" })
    .where(webhooksOf(tx, accountId, userId))
    .returning({ id: webhooks.id });
  const ids = ended.map(({ id }) => id);
  if (ids.length > 0)
    await tx
      .update(webhookDeliveries)
      .set({ nextAttemptAt: null })
      .where(and(inArray(webhookDeliveries.webhookId, ids), eq(webhookDeliveries.status, "pending")));
  const keys = await tx
    .update(apiKeys)
    .set({ revokedAt: sql`now()`, revokedBy: by.actor.id })
    .where(keysOf(accountId, userId))
    .returning({ id: apiKeys.id, name: apiKeys.name });
  for (const target of keys) await recordAudit({ action: "key.revoked", ...by, accountId, target }, tx);
}

/** Revokes a person's keys and webhooks if the workspace binds keys to their creators. */
export async function endBoundAccess(tx: Transaction, accountId: string, userId: string, by: Revoker) {
  const [account] = await tx.select({ binds: accounts.bindKeys }).from(accounts).where(eq(accounts.id, accountId));
  if (account?.binds) await revokeAccess(tx, accountId, userId, by);
}

function keysOf(accountId: string, userId: string) {
  return and(eq(apiKeys.accountId, accountId), eq(apiKeys.createdBy, userId), isUsable());
}

/** Includes webhooks created with a key that the person created. */
function webhooksOf(tx: Transaction, accountId: string, userId: string) {
  const keys = tx
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), eq(apiKeys.createdBy, userId)));
  return and(
    eq(webhooks.accountId, accountId),
    eq(webhooks.status, "enabled"),
    or(eq(webhooks.createdBy, userId), inArray(webhooks.createdBy, keys)),
  );
}
