import { and, count, desc, eq, getTableColumns, gt, isNull, lt, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { accounts, apiKeys, usageHours, users } from "@/db/schema";
import { decodeCursor, encodeCursor, pageOf } from "@/lib/base/cursor";
import { AppError, notFound } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { generateApiKey } from "@/lib/identity/auth/api-key";
import type { Caller } from "@/lib/identity/auth/caller";
import { flushUsage } from "@/lib/identity/quota/usage";
import type { ApiKey } from "@/lib/schemas/keys";
import { DEFAULT_SCOPES, type Scope } from "@/lib/vocabulary/rights";

export type KeyInput = {
  readonly name: string;
  readonly scopes?: readonly Scope[] | undefined;
  readonly hourlyLimit?: number | null | undefined;
  readonly expiresAt?: Date | null | undefined;
  /** Addresses and CIDR ranges that may use the key; null allows all. */
  readonly allowedAddresses?: readonly string[] | null | undefined;
};

/** A key as shown to people, without its secret. */
export type KeyView = z.input<typeof ApiKey>;

/**
 * Creates a key. Only the returned value contains the secret. Throws 409 at the tier's limit of active keys; locks the
 * account's row, so that two requests cannot both create the last allowed key. Runs in `tx` if given, else in a
 * transaction of its own. The response is never stored for an idempotency key, because it contains the secret.
 */
export async function createKey(
  caller: Caller,
  input: KeyInput,
  tx?: Transaction,
): Promise<{ key: KeyView; secret: string }> {
  if (!tx) return db().transaction((own) => createKey(caller, input, own));
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, caller.accountId)).for("update");
  await requireFreeKey(caller, tx);
  return insertKey(caller, input, tx);
}

/** Throws 409 at the tier's limit of active keys. */
export async function requireFreeKey(caller: Caller, tx: Transaction = db()): Promise<void> {
  if ((await countActiveKeys(caller.accountId, tx)) >= caller.limits.activeKeys)
    throw new AppError(
      "conflict",
      `The tier ${caller.tier} allows ${caller.limits.activeKeys} active keys: revoke one first.`,
      {
        reason: "too_many_keys",
        limit: caller.limits.activeKeys,
        tier: caller.tier,
      },
    );
}

/** Number of active keys of an account. */
export async function countActiveKeys(accountId: string, tx: Transaction = db()): Promise<number> {
  const [active] = await tx
    .select({ n: count() })
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), isActive()));
  return active?.n ?? 0;
}

/**
 * Replaces a key; the old one stays valid for `overlapSeconds`. The new key has the same name, scopes, limits and
 * lifetime, and does not count against the number of keys during the overlap.
 */
export async function rotateKey(
  caller: Caller,
  id: string,
  overlapSeconds: number,
): Promise<{ key: KeyView; secret: string }> {
  return db().transaction(async (tx) => {
    const [old] = await tx
      .select({ ...getTableColumns(apiKeys), isActive: sql<boolean>`${isActive()}` })
      .from(apiKeys)
      .where(mine(caller, id))
      .for("update");
    if (!old) throw notFound("key");
    if (!old.isActive)
      throw new AppError("conflict", "This key has expired, was revoked, or was already replaced.", {
        reason: "key_not_active",
      });
    const made = await insertKey(
      caller,
      {
        name: old.name,
        scopes: old.scopes as Scope[],
        hourlyLimit: old.hourlyLimit,
        allowedAddresses: old.allowedAddresses,
        expiresAt: old.expiresAt && lastingAs(old.createdAt, old.expiresAt),
      },
      tx,
    );
    await tx
      .update(apiKeys)
      .set({
        replacedBy: made.key.id,
        expiresAt: sql`least(${apiKeys.expiresAt}, now() + make_interval(secs => ${overlapSeconds}))`,
      })
      .where(eq(apiKeys.id, id));
    return made;
  });
}

/** Latest possible date of RFC 3339; people who mean "never" enter it. */
const LAST_MS = Date.parse("9999-12-31T23:59:59.999Z");

function lastingAs(from: Date, to: Date): Date {
  return new Date(Math.min(Date.now() + to.getTime() - from.getTime(), LAST_MS));
}

/**
 * Replaces the list of addresses that may use a key, from the next request on. An empty list or null allows all. Throws
 * 404, and 409 for a revoked or expired key.
 */
export async function changeAddresses(
  caller: Pick<Caller, "accountId">,
  id: string,
  addresses: readonly string[] | null,
): Promise<void> {
  const changed = await db()
    .update(apiKeys)
    .set({ allowedAddresses: listOrAll(addresses) })
    .where(and(mine(caller, id), isUsable()))
    .returning({ id: apiKeys.id });
  if (changed.length > 0) return;
  const [ended] = await db().select({ id: apiKeys.id }).from(apiKeys).where(mine(caller, id));
  throw ended
    ? new AppError("conflict", "This key has expired or was revoked.", { reason: "key_not_active" })
    : notFound("key");
}

/** Stores an empty list as null: both allow all addresses. */
function listOrAll(addresses: readonly string[] | null | undefined): string[] | null {
  return addresses?.length ? [...addresses] : null;
}

/** Revokes a key, from the next request on. Revoking it again changes nothing, not even the recorded revoker. */
export async function revokeKey(caller: Pick<Caller, "accountId" | "userId">, id: string): Promise<void> {
  const done = await db()
    .update(apiKeys)
    .set({
      revokedAt: sql`coalesce(${apiKeys.revokedAt}, now())`,
      revokedBy: sql`case when ${apiKeys.revokedAt} is null then ${caller.userId} else ${apiKeys.revokedBy} end`,
    })
    .where(mine(caller, id))
    .returning({ id: apiKeys.id });
  if (done.length === 0) throw notFound("key");
}

/** The account's keys, newest first. */
export async function listKeys(
  caller: Pick<Caller, "accountId">,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ keys: KeyView[]; nextCursor: string | null }> {
  const scope = `keys ${caller.accountId}`;
  const [after] = page.cursor ? decodeCursor(scope, page.cursor) : [];
  await flushUsage();
  const revokers = alias(users, "revokers");
  const rows = await db()
    .select({
      key: apiKeys,
      createdBy: { id: users.id, name: users.name },
      revokedBy: { id: revokers.id, name: revokers.name },
      used: usedThisHour,
    })
    .from(apiKeys)
    .leftJoin(users, eq(users.id, apiKeys.createdBy))
    .leftJoin(revokers, eq(revokers.id, apiKeys.revokedBy))
    .where(and(eq(apiKeys.accountId, caller.accountId), after ? lt(apiKeys.id, after) : undefined))
    .orderBy(desc(apiKeys.id))
    .limit(page.limit + 1);
  const { rows: shown, nextCursor } = pageOf(rows, page.limit, (row) => encodeCursor(scope, [row.key.id]));
  return { keys: shown.map(({ key, used, ...people }) => view(key, people, used)), nextCursor };
}

/**
 * Read from the usage statistics, because the limiter counts per key only if the key has its own limit. Like the
 * limiter, this sum omits requests that were refused for exceeding the limit.
 */
const usedThisHour = sql<number>`(
  select coalesce(sum(u.requests - u.refused), 0)::int from ${usageHours} u
   where u.account_id = ${apiKeys.accountId} and u.key_id = ${apiKeys.id} and u.hour = date_trunc('hour', now(), 'UTC'))`;

async function insertKey(
  caller: Pick<Caller, "accountId" | "userId">,
  input: KeyInput,
  tx: Transaction,
): Promise<{ key: KeyView; secret: string }> {
  const made = generateApiKey();
  const [row] = await tx
    .insert(apiKeys)
    .values({
      id: newId("key"),
      accountId: caller.accountId,
      createdBy: caller.userId,
      name: input.name,
      hash: made.hash,
      start: made.start,
      last4: made.last4,
      scopes: [...(input.scopes ?? DEFAULT_SCOPES)],
      hourlyLimit: input.hourlyLimit ?? null,
      allowedAddresses: listOrAll(input.allowedAddresses),
      expiresAt: input.expiresAt ?? null,
    })
    .returning();
  const [creator] = caller.userId
    ? await tx.select({ id: users.id, name: users.name }).from(users).where(eq(users.id, caller.userId))
    : [];
  return { key: view(row!, { createdBy: creator ?? null, revokedBy: null }, 0), secret: made.secret };
}

function view(
  row: typeof apiKeys.$inferSelect,
  people: Pick<KeyView, "createdBy" | "revokedBy">,
  used: number,
): KeyView {
  return {
    id: row.id,
    name: row.name,
    start: row.start,
    last4: row.last4,
    scopes: row.scopes,
    hourlyLimit: row.hourlyLimit,
    allowedAddresses: row.allowedAddresses,
    state: row.revokedAt ? "revoked" : row.expiresAt && row.expiresAt <= new Date() ? "expired" : "active",
    createdBy: people.createdBy,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    revokedBy: people.revokedBy,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastUsedFrom: row.lastUsedFrom,
    replacedBy: row.replacedBy,
    requestsThisHour: used,
  };
}

function isActive() {
  return and(isUsable(), isNull(apiKeys.replacedBy));
}

/** Condition for keys that are valid for requests, including rotated keys during their overlap. */
export function isUsable() {
  return and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)));
}

function mine(caller: Pick<Caller, "accountId">, id: string) {
  return and(eq(apiKeys.accountId, caller.accountId), eq(apiKeys.id, id));
}
