import { and, desc, eq, inArray, isNotNull, lt, ne, or, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { accounts, authenticators, members, passkeys, sessions, users } from "@/db/schema";
import { decodeCursor, encodeCursor, pageOf } from "@/lib/base/cursor";
import { AppError, notFound } from "@/lib/base/errors";
import type { AdminListQuery, AdminUser, AdminUserList } from "@/lib/schemas/admin";
import type { User } from "./people";

/** Key of an advisory lock: without it, two administrators could demote each other at the same moment. */
const LOCK = 7_236_403;

/** All people of this server, newest first. `q` is part of a name or address, or a whole person id. */
export async function listUsers(query: z.output<typeof AdminListQuery>): Promise<z.input<typeof AdminUserList>> {
  const scope = `admin users ${query.q ?? ""}`;
  const [after] = query.cursor ? decodeCursor(scope, query.cursor) : [];
  const q = query.q?.toLowerCase();
  const rows = await db()
    .select()
    .from(users)
    .where(
      and(
        q === undefined
          ? undefined
          : or(
              sql`strpos(lower(${users.name}), ${q}) > 0`,
              sql`strpos(lower(${users.email}), ${q}) > 0`,
              eq(users.id, q),
            ),
        after ? lt(users.id, after) : undefined,
      ),
    )
    .orderBy(desc(users.id))
    .limit(query.limit + 1);
  const page = pageOf(rows, query.limit, (row) => encodeCursor(scope, [row.id]));
  return { users: await views(page.rows), nextCursor: page.nextCursor };
}

/** Grants or removes administrator rights. Throws 404, and 409 for the last administrator. */
export async function setAdmin(userId: string, isAdmin: boolean): Promise<AdminUser> {
  const user = await db().transaction(async (tx) => {
    if (!isAdmin) await requireAnotherAdmin(tx, userId);
    const [row] = await tx
      .update(users)
      .set({ isAdmin, adminFromGroups: false })
      .where(eq(users.id, userId))
      .returning();
    if (!row) throw notFound("user");
    return row;
  });
  const [shown] = await views([user]);
  return shown!;
}

/** Throws 409 if this person is the only administrator. */
export async function requireAnotherAdmin(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isAdmin, true), ne(users.id, userId)))
    .limit(1);
  if (!other)
    throw new AppError(
      "conflict",
      "The last administrator cannot be removed. Make someone else an administrator first.",
      {
        reason: "last_administrator",
      },
    );
}

async function views(rows: readonly User[]): Promise<AdminUser[]> {
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return [];
  const [places, seen, factors] = await Promise.all([
    db()
      .select({ userId: members.userId, accountId: accounts.id, name: accounts.name, role: members.role })
      .from(members)
      .innerJoin(accounts, eq(accounts.id, members.accountId))
      .where(inArray(members.userId, ids))
      .orderBy(accounts.name),
    db()
      .select({ userId: sessions.userId, at: sql`max(${sessions.lastSeenAt})`.mapWith(sessions.lastSeenAt) })
      .from(sessions)
      .where(inArray(sessions.userId, ids))
      .groupBy(sessions.userId),
    union(
      db().select({ userId: passkeys.userId }).from(passkeys).where(inArray(passkeys.userId, ids)),
      db()
        .select({ userId: authenticators.userId })
        .from(authenticators)
        .where(and(inArray(authenticators.userId, ids), isNotNull(authenticators.confirmedAt))),
    ),
  ]);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    isAdmin: row.isAdmin,
    hasPassword: row.passwordHash !== null,
    hasSecondFactor: factors.some((one) => one.userId === row.id),
    workspaces: places
      .filter((place) => place.userId === row.id)
      .map(({ accountId, name, role }) => ({ accountId, name, role })),
    lastSeenAt: seen.find((one) => one.userId === row.id)?.at?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }));
}
