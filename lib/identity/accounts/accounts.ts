import { and, eq, isNull } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { accounts, type LimitOverrides } from "@/db/schema/accounts";
import { env } from "@/lib/base/env";
import { notFound } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import type { Caller } from "@/lib/identity/auth/caller";
import { limitsOf } from "@/lib/identity/quota/tiers";
import type { Tier } from "@/lib/vocabulary/accounts";
import { SCOPES } from "@/lib/vocabulary/rights";

export type Account = typeof accounts.$inferSelect;

/** Creates an account with the given tier or the default one. */
export async function createAccount(
  tx: Transaction,
  input: { name: string; tier?: Tier; limits?: LimitOverrides },
): Promise<Account> {
  const [row] = await tx
    .insert(accounts)
    .values({
      id: newId("account"),
      name: input.name,
      tier: input.tier ?? env().DEFAULT_TIER,
      limits: input.limits ?? {},
    })
    .returning();
  return row!;
}

/** Condition for accounts that are not being deleted. */
export const isThere = isNull(accounts.deletedAt);

/** All accounts, oldest first: for operators and administrators. */
export function listAccounts(): Promise<Account[]> {
  return db().select().from(accounts).where(isThere).orderBy(accounts.id);
}

/** Changes tier, limits or name, from the next request on. Throws 404. */
export async function updateAccount(id: string, change: Partial<Omit<Account, "id" | "createdAt">>): Promise<Account> {
  const [row] = await db()
    .update(accounts)
    .set(change)
    .where(and(eq(accounts.id, id), isThere))
    .returning();
  if (!row) throw notFound("account");
  return row;
}

/** The row of an account. Throws 404. */
export async function getAccountRow(id: string): Promise<Account> {
  const [row] = await db()
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, id), isThere));
  if (!row) throw notFound("account");
  return row;
}

/** A caller with which command-line actions work on an account. */
export async function operatorOf(accountId: string): Promise<Caller> {
  const row = await getAccountRow(accountId);
  return {
    accountId,
    userId: null,
    keyId: null,
    tier: row.tier,
    limits: limitsOf(row.tier, row.limits),
    scopes: SCOPES,
    role: "owner",
    localOnly: row.localOnly,
    isAdmin: true,
  };
}
