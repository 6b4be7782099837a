import { and, eq, inArray, isNotNull, ne, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { purgeAccount } from "@/db/purge";
import {
  accounts,
  apiKeys,
  deviceLogins,
  jobs,
  members,
  oneTimeLinks,
  rateEvents,
  rateHeads,
  users,
  webhookDeliveries,
  webhooks,
} from "@/db/schema";
import { AppError, invalidRequest } from "@/lib/base/errors";
import { describeError, log } from "@/lib/base/log";
import { forgetInAudit } from "@/lib/identity/audit/forget";
import { NOBODY } from "@/lib/identity/audit/record";
import type { Person } from "@/lib/identity/auth/caller";
import type { DeleteAccountBody } from "@/lib/schemas/account";
import type { DeleteUserBody } from "@/lib/schemas/profile";
import { getAccountRow } from "./accounts";
import { requireAnotherAdmin } from "./admin-users";
import { confirmIdentity } from "./confirm-identity";
import { endBoundAccess } from "./member-access";
import { endInvitationsBy } from "./one-time-links";
import { leaveSessions } from "./workspaces";

/**
 * Deletes the workspace with all its data, immediately and permanently. Its members keep their sign-in and their other
 * workspaces. Throws 400 for a wrong name or password.
 */
export async function deleteAccount(caller: Person, input: z.output<typeof DeleteAccountBody>): Promise<void> {
  const account = await getAccountRow(caller.accountId);
  if (account.name !== input.name)
    throw invalidRequest([
      { path: "name", code: "format", reason: "other_name", message: "This is not the name of the account." },
    ]);
  await confirmIdentity(caller, input.password, "password");
  await db().transaction((tx) => closeAccount(tx, account.id));
  await purgeAtOnce([account.id]);
}

/**
 * Deletes the person, and the workspaces of which they are the only member. Throws 400 for a wrong address or password,
 * and 409 for the last administrator and for the last owner of a workspace with other members.
 */
export async function deleteUser(caller: Person, input: z.output<typeof DeleteUserBody>): Promise<void> {
  const [user] = await db().select().from(users).where(eq(users.id, caller.userId));
  if (user?.email.toLowerCase() !== input.email.trim().toLowerCase())
    throw invalidRequest([
      { path: "email", code: "format", reason: "other_address", message: "This is not your email address." },
    ]);
  await confirmIdentity(caller, input.password, "password");
  const closed = await db().transaction(async (tx) => {
    const alone: string[] = [];
    if (user.isAdmin) await requireAnotherAdmin(tx, user.id);
    for (const { accountId, name, alone: isAlone } of await soleOwnerships(tx, user.id)) {
      if (!isAlone)
        throw new AppError("conflict", "You are the last owner of a workspace with other members.", {
          reason: "last_owner",
          accountId,
          accountName: name,
        });
      await closeAccount(tx, accountId);
      alone.push(accountId);
    }
    const others = await tx.select({ id: members.accountId }).from(members).where(eq(members.userId, user.id));
    for (const { id } of others) await endBoundAccess(tx, id, user.id, { actor: NOBODY, request: null });
    await endInvitationsBy(tx, user.id, null, null);
    await forgetInAudit(tx, user);
    await tx.delete(users).where(eq(users.id, user.id));
    return alone;
  });
  await purgeAtOnce(closed);
}

/** Locks the workspaces that only this person owns, and returns for each whether it has other members. */
async function soleOwnerships(tx: Transaction, userId: string) {
  const others = alias(members, "others");
  const another = (role?: "owner") =>
    tx
      .select({ one: sql`1` })
      .from(others)
      .where(
        and(
          eq(others.accountId, members.accountId),
          ne(others.userId, userId),
          role ? eq(others.role, role) : undefined,
        ),
      );
  await tx
    .select({ id: accounts.id })
    .from(accounts)
    .innerJoin(members, eq(members.accountId, accounts.id))
    .where(eq(members.userId, userId))
    .orderBy(accounts.id)
    .for("update");
  return tx
    .select({ accountId: accounts.id, name: accounts.name, alone: sql<boolean>`${notExists(another())}` })
    .from(members)
    .innerJoin(accounts, eq(accounts.id, members.accountId))
    .where(and(eq(members.userId, userId), eq(members.role, "owner"), notExists(another("owner"))));
}

/**
 * Ends all access to the account and cancels its work. Also deletes its request counts, which have no account id;
 * {@link purgeAccount} deletes its other rows.
 */
async function closeAccount(tx: Transaction, accountId: string): Promise<void> {
  await tx.update(accounts).set({ deletedAt: sql`now()` }).where(eq(accounts.id, accountId));
  const keys = tx.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.accountId, accountId));
  for (const table of [rateEvents, rateHeads])
    await tx.delete(table).where(sql`${table.subject} = ${accountId} or ${table.subject} in ${keys}`);
  await leaveSessions(tx, accountId, null);
  for (const table of [apiKeys, members, oneTimeLinks, deviceLogins])
    await tx.delete(table).where(eq(table.accountId, accountId));
  await tx
    .delete(webhookDeliveries)
    .where(and(eq(webhookDeliveries.accountId, accountId), eq(webhookDeliveries.status, "pending")));
  await tx.update(webhooks).set({ status: "disabled" }).where(eq(webhooks.accountId, accountId));
  await tx.delete(jobs).where(and(eq(jobs.accountId, accountId), inArray(jobs.state, ["queued", "running"])));
}

/** Milliseconds for deleting data within the request; {@link purgeClosedAccounts} deletes the rest. */
const PURGE_AT_ONCE_MS = 5_000;

async function purgeAtOnce(accountIds: readonly string[]): Promise<void> {
  const end = performance.now() + PURGE_AT_ONCE_MS;
  try {
    for (const id of accountIds) for await (const _ of purgeAccount(id)) if (performance.now() > end) return;
  } catch (error) {
    log.warn(describeError(error), "could not delete a closed workspace's data; retrying");
  }
}

/** Deletes the data of closed accounts that their request did not have time to delete. */
export async function purgeClosedAccounts(): Promise<void> {
  const closed = await db().select({ id: accounts.id }).from(accounts).where(isNotNull(accounts.deletedAt));
  for (const { id } of closed) for await (const _ of purgeAccount(id));
}
