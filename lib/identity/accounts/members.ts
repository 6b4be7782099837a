import { and, asc, count, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { accounts, members, sessions, users } from "@/db/schema";
import { AppError, notFound } from "@/lib/base/errors";
import { auditActor } from "@/lib/identity/audit/record";
import type { Person } from "@/lib/identity/auth/caller";
import type { IncomingRequest } from "@/lib/identity/auth/client-address";
import type { MemberList } from "@/lib/schemas/members";
import { mayGrant, type Role } from "@/lib/vocabulary/rights";
import { endBoundAccess, type Revoker, revokeAccess } from "./member-access";
import { endInvitationsBy } from "./one-time-links";
import { roleOf } from "./people";
import { leaveSessions } from "./workspaces";

/** The members of the caller's workspace, by name. */
export async function listMembers(caller: Person): Promise<z.input<typeof MemberList>> {
  const rows = await db()
    .select({
      member: members,
      user: users,
      lastSeenAt: sql<Date | null>`(select max(${sessions.lastSeenAt}) from ${sessions}
        where ${sessions.userId} = ${members.userId} and ${sessions.accountId} = ${members.accountId})`.mapWith(
        sessions.lastSeenAt,
      ),
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(members.accountId, caller.accountId))
    .orderBy(asc(users.name), asc(users.id));
  return {
    members: rows.map(({ member, user, lastSeenAt }) => ({
      userId: user.id,
      name: user.name,
      email: user.email,
      role: member.role,
      isYou: user.id === caller.userId,
      joinedAt: member.createdAt.toISOString(),
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
    })),
  };
}

/**
 * Changes a member's role, and revokes the member's open invitations to roles above the new one. Managers may change
 * members up to managers, owners may change all. Throws 403, 404, and 409 for the last owner.
 */
export async function changeRole(caller: Person, userId: string, role: Role): Promise<void> {
  requireMayGrant(caller, role);
  await onMember(caller, userId, async (tx, current) => {
    if (current === "owner" && role !== "owner") await requireAnotherOwner(tx, caller.accountId);
    await tx.update(members).set({ role, fromGroups: false }).where(one(caller.accountId, userId));
    await endInvitationsBy(tx, userId, caller.accountId, role);
  });
}

/**
 * Removes a member, with their sessions in this workspace and the invitations they sent; `revokeKeys` also revokes the
 * keys and disables the webhooks they created. Throws as {@link changeRole}.
 */
export async function removeMember(
  caller: Person,
  userId: string,
  {
    revokeKeys = false,
    request = null,
  }: { readonly revokeKeys?: boolean; readonly request?: IncomingRequest | null } = {},
): Promise<void> {
  const by = { actor: await auditActor(caller), request };
  await onMember(caller, userId, async (tx, current) => {
    if (revokeKeys) await revokeAccess(tx, caller.accountId, userId, by);
    await removeFrom(tx, caller.accountId, userId, current, by);
  });
}

/** Removes the caller from the workspace. Throws 409 for the last owner. */
export async function leaveWorkspace(caller: Person, request: IncomingRequest | null = null): Promise<void> {
  const by = { actor: await auditActor(caller), request };
  await db().transaction(async (tx) => {
    await lockMembers(tx, caller.accountId);
    const role = await roleOf(caller.accountId, caller.userId, tx);
    if (role) await removeFrom(tx, caller.accountId, caller.userId, role, by);
  });
}

/** Throws 403 for a role above the caller's own. */
export function requireMayGrant(caller: Person, role: Role): void {
  if (!mayGrant(caller.role, role))
    throw new AppError("forbidden", `Only an owner can change owners; your role is ${caller.role}.`, {
      required: role,
      granted: caller.role,
    });
}

async function onMember(
  caller: Person,
  userId: string,
  work: (tx: Transaction, current: Role) => Promise<void>,
): Promise<void> {
  await db().transaction(async (tx) => {
    await lockMembers(tx, caller.accountId);
    const current = await roleOf(caller.accountId, userId, tx);
    if (!current) throw notFound("member");
    requireMayGrant(caller, current);
    await work(tx, current);
  });
}

/** Removes a member. `by` is who removes them; the caller holds {@link lockMembers}. Throws 409 for the last owner. */
export async function removeFrom(
  tx: Transaction,
  accountId: string,
  userId: string,
  role: Role,
  by: Revoker,
): Promise<void> {
  if (role === "owner") await requireAnotherOwner(tx, accountId);
  await endBoundAccess(tx, accountId, userId, by);
  await tx.delete(members).where(one(accountId, userId));
  await endInvitationsBy(tx, userId, accountId, null);
  await leaveSessions(tx, accountId, [userId]);
}

/** Locks the members: without the lock, two owners who remove each other at the same moment could both succeed. */
export async function lockMembers(tx: Transaction, accountId: string): Promise<void> {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for("update");
}

/** Throws 409 unless the workspace has another owner. */
export async function requireAnotherOwner(tx: Transaction, accountId: string): Promise<void> {
  const [owners] = await tx
    .select({ n: count() })
    .from(members)
    .where(and(eq(members.accountId, accountId), eq(members.role, "owner")));
  if ((owners?.n ?? 0) < 2)
    throw new AppError("conflict", "The last owner cannot be removed. Make another member an owner first.", {
      reason: "last_owner",
    });
}

function one(accountId: string, userId: string) {
  return and(eq(members.accountId, accountId), eq(members.userId, userId));
}
