import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { users } from "@/db/schema";
import { AppError } from "@/lib/base/errors";
import { hashPassword } from "@/lib/identity/auth/password";
import { checkNewPassword } from "@/lib/identity/auth/password-rules";
import { passwordsAreOff } from "@/lib/identity/auth/sign-in";
import type { SetupBody, SignedUp } from "@/lib/schemas/sign-in";
import { createAccount } from "./accounts";
import { findLink, linkPath, makeLink, useLink } from "./one-time-links";
import { addMember, createUser } from "./people";

const LINK_HOURS = 7 * 24;
/** Key of the advisory lock, so that two concurrent setups run one after the other. */
const LOCK = 7_236_402;

/**
 * A one-time link for creating the first administrator; null if there is one. Earlier links remain valid, because several
 * servers that share a database print one each when they start.
 */
export async function adminLink(publicUrl: string): Promise<string | null> {
  if (await hasAdmin(db())) return null;
  const { token } = await db().transaction((tx) => makeLink(tx, { purpose: "first_admin" }, LINK_HOURS));
  return publicUrl + linkPath("first_admin", token);
}

/**
 * Creates the first administrator, with an enterprise account without an hourly limit. Throws 400 for a weak password,
 * 404 for an invalid link, and 409 if there is an administrator already or the address is taken.
 */
export async function setUp(input: z.output<typeof SetupBody>): Promise<z.input<typeof SignedUp>> {
  await findLink("first_admin", input.token);
  checkNewPassword(input.password, input.email);
  const passwordHash = await hashPassword(input.password);
  return db().transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    await useLink(tx, "first_admin", input.token);
    if (await hasAdmin(tx))
      throw new AppError("conflict", "An administrator already exists.", { reason: "already_set_up" });
    // Without passwords, the administrator signs in through a provider, which identifies them by this address.
    const emailVerified = passwordsAreOff();
    const user = await createUser(tx, { ...input, passwordHash, isAdmin: true, emailVerified });
    const account = await createAccount(tx, { name: input.accountName ?? input.name, tier: "enterprise" });
    await addMember(tx, account.id, user.id, "owner");
    return { userId: user.id, accountId: account.id };
  });
}

async function hasAdmin(tx: Transaction): Promise<boolean> {
  const [admin] = await tx.select({ id: users.id }).from(users).where(eq(users.isAdmin, true)).limit(1);
  return admin !== undefined;
}
