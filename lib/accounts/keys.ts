import { and, count, desc, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { accounts, apiKeys, rateEvents, users } from "@/db/schema";
import { generateApiKey } from "@/lib/auth/api-key";
import type { Caller } from "@/lib/auth/caller";
import { SCOPES, type Scope } from "@/lib/auth/scopes";
import { decodeCursor, encodeCursor, pageOf } from "@/lib/cursor";
import { AppError, notFound } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { HOUR_SECONDS } from "@/lib/limits/limiter";

export type KeyInput = {
  readonly name: string;
  readonly scopes?: readonly Scope[];
  readonly hourlyLimit?: number | null;
  readonly expiresAt?: Date | null;
};

/** A key as it may be shown: never its secret. */
export type KeyView = {
  readonly id: string;
  readonly name: string;
  readonly start: string;
  readonly last4: string;
  readonly scopes: readonly string[];
  readonly hourlyLimit: number | null;
  readonly state: "active" | "expired" | "revoked";
  readonly createdBy: { readonly id: string; readonly name: string } | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
  readonly replacedBy: string | null;
  /** Charged in the last 3,600 seconds; null for keys without a limit of their own. */
  readonly requestsThisHour: number | null;
};

/**
 * Makes a key. The secret is in the answer and nowhere else. Throws 409 when the tier's number of active keys is
 * reached: the account's row is locked, so that two requests cannot both take the last place.
 */
export async function createKey(
  caller: Caller,
  input: KeyInput,
  tx: Transaction,
): Promise<{ key: KeyView; secret: string }> {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, caller.accountId)).for("update");
  const [active] = await tx
    .select({ n: count() })
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, caller.accountId), isActive()));
  if ((active?.n ?? 0) >= caller.limits.activeKeys)
    throw new AppError(
      "conflict",
      `The tier ${caller.tier} allows ${caller.limits.activeKeys} active keys: revoke one first.`,
      {
        reason: "too_many_keys",
        limit: caller.limits.activeKeys,
        tier: caller.tier,
      },
    );
  return insertKey(caller, input, tx);
}

/**
 * Makes a key in the place of another, which stays valid for `overlapSeconds` more. The new one has the same name,
 * scopes and limits, and does not count against the number of keys while the old one runs out.
 */
export async function rotateKey(
  caller: Caller,
  id: string,
  overlapSeconds: number,
  tx: Transaction,
): Promise<{ key: KeyView; secret: string }> {
  const [old] = await tx.select().from(apiKeys).where(mine(caller, id)).for("update");
  if (!old) throw notFound("key");
  if (old.revokedAt || old.replacedBy)
    throw new AppError("conflict", "This key was revoked or already replaced.", { reason: "key_not_active" });
  const made = await insertKey(
    caller,
    { name: old.name, scopes: old.scopes as Scope[], hourlyLimit: old.hourlyLimit, expiresAt: null },
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
}

/** Revokes a key: it fails from the very next request. Revoking twice is the same as once. */
export async function revokeKey(caller: Pick<Caller, "accountId">, id: string): Promise<void> {
  const done = await db()
    .update(apiKeys)
    .set({ revokedAt: sql`coalesce(${apiKeys.revokedAt}, now())` })
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
  const rows = await db()
    .select({ key: apiKeys, creator: { id: users.id, name: users.name }, used: usedThisHour })
    .from(apiKeys)
    .leftJoin(users, eq(users.id, apiKeys.createdBy))
    .where(and(eq(apiKeys.accountId, caller.accountId), after ? lt(apiKeys.id, after) : undefined))
    .orderBy(desc(apiKeys.id))
    .limit(page.limit + 1);
  const { rows: shown, nextCursor } = pageOf(rows, page.limit, (row) => encodeCursor(scope, [row.key.id]));
  return { keys: shown.map((row) => view(row.key, row.creator, row.used)), nextCursor };
}

const usedThisHour = sql<number>`(
  select count(*)::int from ${rateEvents} e where e.subject = ${apiKeys.id} and e.at > now() - make_interval(secs => ${HOUR_SECONDS}))`;

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
      scopes: [...(input.scopes ?? SCOPES)],
      hourlyLimit: input.hourlyLimit ?? null,
      expiresAt: input.expiresAt ?? null,
    })
    .returning();
  const [creator] = caller.userId
    ? await tx.select({ id: users.id, name: users.name }).from(users).where(eq(users.id, caller.userId))
    : [];
  return { key: view(row!, creator ?? null, 0), secret: made.secret };
}

function view(row: typeof apiKeys.$inferSelect, creator: { id: string; name: string } | null, used: number): KeyView {
  return {
    id: row.id,
    name: row.name,
    start: row.start,
    last4: row.last4,
    scopes: row.scopes,
    hourlyLimit: row.hourlyLimit,
    state: row.revokedAt ? "revoked" : row.expiresAt && row.expiresAt <= new Date() ? "expired" : "active",
    createdBy: creator,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    replacedBy: row.replacedBy,
    requestsThisHour: row.hourlyLimit === null ? null : used,
  };
}

function isActive() {
  return and(
    isNull(apiKeys.revokedAt),
    isNull(apiKeys.replacedBy),
    or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)),
  );
}

function mine(caller: Pick<Caller, "accountId">, id: string) {
  return and(eq(apiKeys.accountId, caller.accountId), eq(apiKeys.id, id));
}
