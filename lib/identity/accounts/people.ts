import { and, eq, sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { members, users } from "@/db/schema/accounts";
import { AppError } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { ROLES, type Role } from "@/lib/vocabulary/rights";

export type User = typeof users.$inferSelect;

/** The user with this address, in any letter case. */
export async function findUser(email: string, tx: Transaction = db()): Promise<User | undefined> {
  const [row] = await tx
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.trim().toLowerCase()));
  return row;
}

/** Creates a user. Throws 409 if the address is taken. */
export async function createUser(
  tx: Transaction,
  input: {
    email: string;
    name: string;
    passwordHash: string | null;
    emailVerified?: boolean;
    isAdmin?: boolean;
    locale?: string | null;
  },
): Promise<User> {
  const [row] = await tx
    .insert(users)
    .values({
      id: newId("user"),
      email: input.email.trim(),
      name: input.name,
      passwordHash: input.passwordHash,
      emailVerifiedAt: input.emailVerified ? sql`now()` : null,
      isAdmin: input.isAdmin ?? false,
      locale: input.locale ?? null,
    })
    .onConflictDoNothing()
    .returning();
  if (!row) throw emailTakenError();
  return row;
}

/** The 409 error for an address that another user has. */
export function emailTakenError(): AppError {
  return new AppError("conflict", "This email address is already registered. Sign in instead.", {
    reason: "email_taken",
  });
}

/** Makes a user a member of an account. If they already are one, they keep the higher of the two roles. */
export async function addMember(tx: Transaction, accountId: string, userId: string, role: Role): Promise<void> {
  await tx
    .insert(members)
    .values({ accountId, userId, role })
    .onConflictDoUpdate({
      target: [members.accountId, members.userId],
      set: {
        role: sql`case when ${rank(sql`excluded.role`)} > ${rank(members.role)} then excluded.role else ${members.role} end`,
      },
    });
}

function rank(role: unknown) {
  return sql`array_position(array[${sql.join(
    ROLES.map((each) => sql`${each}`),
    sql`, `,
  )}]::text[], ${role})`;
}

/** The role of a user in an account; null if they are not a member. */
export async function roleOf(accountId: string, userId: string, tx: Transaction = db()): Promise<Role | null> {
  const [row] = await tx
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.accountId, accountId), eq(members.userId, userId)));
  return row?.role ?? null;
}
