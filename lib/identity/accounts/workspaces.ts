import { and, asc, desc, eq, inArray, ne } from "drizzle-orm";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { accounts, members, sessions, users } from "@/db/schema";
import { notFound } from "@/lib/base/errors";
import type { Person } from "@/lib/identity/auth/caller";
import { SignInError } from "@/lib/identity/auth/sign-in";
import type { WorkspaceList } from "@/lib/schemas/profile";
import { roleOf } from "./people";
import { createOwnWorkspace } from "./sign-up";
import { signUpPolicy } from "./sign-up-policy";

/** The person's workspaces, by name. */
export async function listWorkspaces(caller: Person): Promise<z.input<typeof WorkspaceList>> {
  const rows = await db()
    .select({ accountId: accounts.id, name: accounts.name, tier: accounts.tier, role: members.role })
    .from(members)
    .innerJoin(accounts, eq(accounts.id, members.accountId))
    .where(eq(members.userId, caller.userId))
    .orderBy(asc(accounts.name), asc(accounts.id));
  return { workspaces: rows.map((row) => ({ ...row, isCurrent: row.accountId === caller.accountId })) };
}

/** Switches this browser to another workspace of the person. Throws 404 if they are not a member of it. */
export async function switchWorkspace(caller: Person, accountId: string): Promise<void> {
  if (!(await roleOf(accountId, caller.userId))) throw notFound("account");
  await db().update(sessions).set({ accountId }).where(eq(sessions.id, caller.sessionId));
}

/**
 * The workspace opened after sign-in: the last used one, else the oldest, else a new one if the policy allows it or the
 * person is an administrator. Throws `SignInError`.
 */
export async function workspaceOf(userId: string): Promise<string> {
  const [last] = await db()
    .select({ accountId: sessions.accountId })
    .from(sessions)
    .innerJoin(members, and(eq(members.accountId, sessions.accountId), eq(members.userId, sessions.userId)))
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(1);
  const found = last?.accountId ?? (await oldestWorkspace(db(), userId));
  if (found) return found;
  const [user] = await db().select().from(users).where(eq(users.id, userId));
  if (!user || (!user.isAdmin && (await signUpPolicy()) !== "open")) throw new SignInError("no_workspace");
  return db().transaction((tx) => createOwnWorkspace(tx, user));
}

/** Moves sessions of people who lose a workspace to another of theirs, or ends them. `userIds` null: all members. */
export async function leaveSessions(
  tx: Transaction,
  accountId: string,
  userIds: readonly string[] | null,
): Promise<void> {
  const there = await tx
    .selectDistinct({ userId: sessions.userId })
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), userIds ? inArray(sessions.userId, [...userIds]) : undefined));
  for (const { userId } of there) {
    const mine = and(eq(sessions.accountId, accountId), eq(sessions.userId, userId));
    const other = await oldestWorkspace(tx, userId, accountId);
    if (other) await tx.update(sessions).set({ accountId: other }).where(mine);
    else await tx.delete(sessions).where(mine);
  }
}

async function oldestWorkspace(tx: Transaction, userId: string, except?: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ accountId: members.accountId })
    .from(members)
    .where(and(eq(members.userId, userId), except ? ne(members.accountId, except) : undefined))
    .orderBy(asc(members.createdAt), asc(members.accountId))
    .limit(1);
  return row?.accountId;
}
