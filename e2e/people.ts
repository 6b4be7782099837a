import { randomUUID } from "node:crypto";
import { db } from "@/db/client";
import type { LimitOverrides } from "@/db/schema/accounts";
import { createAccount } from "@/lib/identity/accounts/accounts";
import { addMember, createUser } from "@/lib/identity/accounts/people";
import type { Person } from "@/lib/identity/auth/caller";
import { hashPassword } from "@/lib/identity/auth/password";
import { callerOfToken, startSession } from "@/lib/identity/auth/session";
import type { Tier } from "@/lib/vocabulary/accounts";
import type { Role } from "@/lib/vocabulary/rights";

export type TestPerson = Person & { readonly email: string; readonly token: string };

/** A signed-in person, in a new workspace or as a member of the given one. */
export async function newPerson(
  options: {
    accountId?: string;
    role?: Role;
    password?: string;
    isAdmin?: boolean;
    emailVerified?: boolean;
    tier?: Tier;
    limits?: LimitOverrides;
    /** Name of the workspace. */
    name?: string;
    personName?: string;
  } = {},
): Promise<TestPerson> {
  const email = `${randomUUID()}@example.org`;
  const passwordHash = options.password ? await hashPassword(options.password) : null;
  const { userId, accountId } = await db().transaction(async (tx) => {
    const user = await createUser(tx, {
      email,
      name: options.personName ?? "Ada Test",
      passwordHash,
      isAdmin: options.isAdmin ?? false,
      emailVerified: options.emailVerified ?? false,
    });
    const accountId = options.accountId ?? (await createAccount(tx, { name: "Ada's", ...options })).id;
    await addMember(tx, accountId, user.id, options.role ?? "owner");
    return { userId: user.id, accountId };
  });
  const token = await startSession(userId, accountId, "Test");
  return { ...(await personOfToken(token))!, email, token };
}

/** The person of a session as the next request finds them; null once the session has ended. */
export function personOfToken(token: string): Promise<Person | null> {
  return callerOfToken(token);
}
