import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { authenticators, passkeyChallenges, passkeys, recoveryCodes, users } from "@/db/schema";
import { AppError, invalidRequest, notFound } from "@/lib/base/errors";
import { getAccountRow } from "@/lib/identity/accounts/accounts";
import { confirmIdentity } from "@/lib/identity/accounts/confirm-identity";
import { notifyOfChange } from "@/lib/identity/accounts/notify-of-change";
import type { User } from "@/lib/identity/accounts/people";
import { tooMany } from "@/lib/identity/auth/authenticate";
import type { Person } from "@/lib/identity/auth/caller";
import { countAttempt, MAX_ATTEMPTS, resetAttempts, WINDOW_MINUTES } from "@/lib/identity/auth/sign-in-throttle";
import type { AddPasskeyBody, Passkey, RecoveryCodes, RemovedPasskey, SecondFactor } from "@/lib/schemas/second-factor";
import { beginAuthenticator, confirmAuthenticator, hasAuthenticator } from "./authenticator";
import { addPasskey, beginPasskey, type PasskeyRow, passkeysOf, passkeysWork } from "./passkeys";
import { countRecoveryCodes, createRecoveryCodes } from "./recovery-codes";

/** The caller's second factors. */
export async function getSecondFactor(caller: Person, publicUrl: string): Promise<z.input<typeof SecondFactor>> {
  const [authenticator, keys, recoveryCodesLeft, account] = await Promise.all([
    hasAuthenticator(caller.userId),
    passkeysOf(caller.userId),
    countRecoveryCodes(caller.userId),
    getAccountRow(caller.accountId),
  ]);
  return {
    authenticator,
    passkeys: keys.map(view),
    recoveryCodesLeft,
    isRequired: account.requireSecondFactor,
    passkeysWork: passkeysWork(publicUrl),
  };
}

/** Returns the secret for an authenticator app. Throws 400 for a wrong password, and 409 if an app exists. */
export async function startAuthenticator(caller: Person, password: string | undefined) {
  const user = await confirmIdentity(caller, password, "currentPassword");
  if (await hasAuthenticator(user.id))
    throw new AppError("conflict", "You already have an authenticator app. Remove it first.", {
      reason: "authenticator_exists",
    });
  return beginAuthenticator(user);
}

/** Adds the authenticator app, with recovery codes for the first second factor. Throws 400 for a wrong code, 429. */
export async function finishAuthenticator(caller: Person, code: string): Promise<z.input<typeof RecoveryCodes>> {
  const user = await userOf(caller);
  const subject = `second factor ${user.id}`;
  const wait = await countAttempt(subject);
  if (wait > 0) throw tooMany("none", MAX_ATTEMPTS, WINDOW_MINUTES * 60, wait);
  if (!(await confirmAuthenticator(user.id, code)))
    throw invalidRequest([
      { path: "code", code: "format", reason: "wrong_code", message: "The code is wrong or was already used." },
    ]);
  await resetAttempts(subject);
  return added(user);
}

/** Removes the authenticator app. Throws 400 for a wrong password, 404. */
export async function removeAuthenticator(caller: Person, password: string | undefined): Promise<void> {
  const user = await confirmIdentity(caller, password, "currentPassword");
  await removed(user, async (tx) => {
    const gone = await tx
      .delete(authenticators)
      .where(eq(authenticators.userId, user.id))
      .returning({ userId: authenticators.userId });
    if (gone.length === 0) throw notFound("second factor");
  });
}

/** Options for the browser to create a passkey. Throws 400 for a wrong password, 409 at the limit or without a host. */
export async function startPasskey(caller: Person, password: string | undefined, publicUrl: string) {
  const user = await confirmIdentity(caller, password, "currentPassword");
  const asked = passkeysWork(publicUrl) ? await beginPasskey(user, publicUrl) : null;
  if (!asked)
    throw new AppError("conflict", "No passkey can be added here. Passkeys need https and a host name.", {
      reason: "no_passkeys",
    });
  return { challengeId: asked.challengeId, options: { ...asked.options } };
}

/** Adds a passkey, with recovery codes for the first second factor. Throws 400 if it does not answer the challenge. */
export async function finishPasskey(
  caller: Person,
  body: z.output<typeof AddPasskeyBody>,
  publicUrl: string,
): Promise<z.input<typeof RecoveryCodes>> {
  const user = await userOf(caller);
  const passkey = await addPasskey(user.id, body, publicUrl);
  if (!passkey)
    throw invalidRequest([
      {
        path: "response",
        code: "format",
        reason: "wrong_passkey",
        message: "The passkey was not accepted. Try again.",
      },
    ]);
  return added(user);
}

/** Removes a passkey and returns its name. Throws 400 for a wrong password, 404. */
export async function removePasskey(
  caller: Person,
  id: string,
  password: string | undefined,
): Promise<z.input<typeof RemovedPasskey>> {
  const user = await confirmIdentity(caller, password, "currentPassword");
  return removed(user, async (tx) => {
    const [gone] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.userId, user.id), eq(passkeys.id, id)))
      .returning({ name: passkeys.name });
    if (!gone) throw notFound("second factor");
    return gone;
  });
}

/** Replaces the recovery codes. Throws 400 for a wrong password, and 409 without a second factor. */
export async function renewRecoveryCodes(
  caller: Person,
  password: string | undefined,
): Promise<z.input<typeof RecoveryCodes>> {
  const user = await confirmIdentity(caller, password, "currentPassword");
  if (!(await hasAny(user.id, db())))
    throw new AppError("conflict", "Add an authenticator app or a passkey first.", { reason: "no_second_factor" });
  const codes = await db().transaction((tx) => createRecoveryCodes(user.id, tx));
  void notifyOfChange(user, "secondFactorChanged");
  return { recoveryCodes: codes };
}

/** Removes all second factors of a person who has lost them, for administrators. Throws 404. */
export async function resetSecondFactor(userId: string): Promise<void> {
  const [user] = await db().select().from(users).where(eq(users.id, userId));
  if (!user) throw notFound("user");
  await db().transaction(async (tx) => {
    for (const table of [authenticators, passkeys, recoveryCodes, passkeyChallenges])
      await tx.delete(table).where(eq(table.userId, userId));
  });
  void notifyOfChange(user, "secondFactorChanged");
}

async function added(user: User): Promise<z.input<typeof RecoveryCodes>> {
  const isFirst = (await countRecoveryCodes(user.id)) === 0;
  const codes = isFirst ? await db().transaction((tx) => createRecoveryCodes(user.id, tx)) : null;
  void notifyOfChange(user, "secondFactorChanged");
  return { recoveryCodes: codes };
}

/** Removes a second factor and, if it was the last, the recovery codes. */
async function removed<Gone>(user: User, remove: (tx: Transaction) => Promise<Gone>): Promise<Gone> {
  const gone = await db().transaction(async (tx) => {
    const one = await remove(tx);
    if (!(await hasAny(user.id, tx))) await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, user.id));
    return one;
  });
  void notifyOfChange(user, "secondFactorChanged");
  return gone;
}

async function hasAny(userId: string, tx: Transaction): Promise<boolean> {
  const [app] = await tx
    .select({ confirmedAt: authenticators.confirmedAt })
    .from(authenticators)
    .where(eq(authenticators.userId, userId));
  const [key] = await tx.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, userId)).limit(1);
  return Boolean(app?.confirmedAt ?? key);
}

async function userOf(caller: Person): Promise<User> {
  const [user] = await db().select().from(users).where(eq(users.id, caller.userId));
  if (!user) throw notFound("user");
  return user;
}

function view({ id, name, createdAt, lastUsedAt }: PasskeyRow): z.input<typeof Passkey> {
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}
