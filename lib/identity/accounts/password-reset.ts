import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { oneTimeLinks, users } from "@/db/schema";
import { notFound } from "@/lib/base/errors";
import { describeError, log } from "@/lib/base/log";
import { canMail, mailedUrl } from "@/lib/base/mail";
import { hashPassword } from "@/lib/identity/auth/password";
import { checkNewPassword } from "@/lib/identity/auth/password-rules";
import { endSessions } from "@/lib/identity/auth/session";
import { requirePasswords } from "@/lib/identity/auth/sign-in";
import { resetAttempts } from "@/lib/identity/auth/sign-in-throttle";
import { admitSubject } from "@/lib/identity/quota/limiter";
import type { PendingResetList, ResetLink } from "@/lib/schemas/admin";
import type { NewPasswordBody } from "@/lib/schemas/sign-in";
import { mailTo } from "./mails";
import { notifyOfChange } from "./notify-of-change";
import { linkPath, makeLink, useLink } from "./one-time-links";
import { findUser, type User } from "./people";

/** Hours for which a mailed link is valid; links passed on by an administrator are valid for longer. */
const MAILED_HOURS = 1;
const PASSED_ON_HOURS = 24;
/** Reset mails per person and hour. */
const REQUESTS_PER_HOUR = 5;

/**
 * Mails a password reset link or, without a mail server, lists the request for administrators. Does nothing for an
 * unknown address. Don't await it: the response time would reveal whether the address exists.
 */
export async function requestPasswordReset(email: string): Promise<void> {
  try {
    const user = await findUser(email);
    if (!user || !(await admitSubject(`password_reset:${user.id}`, REQUESTS_PER_HOUR, 3600)).admitted) return;
    // Earlier links stay valid: otherwise anyone could invalidate a person's link by requesting a new one.
    const { token } = await newLink(db(), user, canMail(), null);
    if (!canMail()) return;
    const { name, email: address } = user;
    const link = mailedUrl() + linkPath("password_reset", token);
    await mailTo(address, user.locale, "reset", { name, email: address, link });
  } catch (error) {
    log.error(describeError(error), "could not mail a password reset link");
  }
}

/**
 * Sets the password of the person to whom the link belongs, ends all their sessions, and returns the person. Throws 404
 * for an invalid link, 400 for a weak password (the link stays usable), and 403 if sign-in by password is off.
 */
export async function resetPassword(
  input: z.output<typeof NewPasswordBody>,
): Promise<{ readonly id: string; readonly name: string }> {
  requirePasswords();
  const person = await db().transaction(async (tx) => {
    const link = await useLink(tx, "password_reset", input.token);
    const [user] = link.userId ? await tx.select().from(users).where(eq(users.id, link.userId)) : [];
    if (!user) throw notFound("link");
    checkNewPassword(input.password, user.email);
    await setPassword(tx, user, input.password);
    // Only the owner of the mailbox has seen a mailed link, so using the link verifies the address.
    if (link.mailed && link.email === user.email)
      await tx
        .update(users)
        .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())` })
        .where(eq(users.id, user.id));
    await endSessions(user.id, { tx });
    return user;
  });
  void notifyOfChange(person, "passwordChanged");
  return person;
}

/** Stores a new password and resets the attempt limit. */
export async function setPassword(tx: Transaction, user: User, password: string): Promise<void> {
  await tx
    .update(users)
    .set({ passwordHash: await hashPassword(password) })
    .where(eq(users.id, user.id));
  await endResetLinks(tx, user.id);
  await resetAttempts(user.email);
}

/** Revokes a person's reset links, because links mailed to a previous address must not work. */
export async function endResetLinks(tx: Transaction, userId: string): Promise<void> {
  await tx
    .delete(oneTimeLinks)
    .where(
      and(eq(oneTimeLinks.purpose, "password_reset"), eq(oneTimeLinks.userId, userId), isNull(oneTimeLinks.usedAt)),
    );
}

/** Creates a reset link that an administrator or operator passes on. Invalidates earlier links. Throws 404. */
export async function resetLink(
  userId: string,
  publicUrl: string,
  createdBy: string | null,
): Promise<z.input<typeof ResetLink>> {
  const [user] = await db().select().from(users).where(eq(users.id, userId));
  if (!user) throw notFound("user");
  const { token, link } = await db().transaction(async (tx) => {
    await endResetLinks(tx, user.id);
    return newLink(tx, user, false, createdBy);
  });
  return { link: publicUrl + linkPath("password_reset", token), expiresAt: link.expiresAt.toISOString() };
}

/** People who requested a link or have an unused one, newest first. */
export async function pendingResets(): Promise<z.input<typeof PendingResetList>> {
  const rows = await db()
    .selectDistinctOn([users.id], { link: oneTimeLinks, user: users })
    .from(oneTimeLinks)
    .innerJoin(users, eq(users.id, oneTimeLinks.userId))
    .where(
      and(
        eq(oneTimeLinks.purpose, "password_reset"),
        isNull(oneTimeLinks.usedAt),
        gt(oneTimeLinks.expiresAt, sql`now()`),
      ),
    )
    .orderBy(users.id, desc(oneTimeLinks.id))
    .limit(1000);
  const newestFirst = rows.sort((a, b) => (a.link.id < b.link.id ? 1 : -1));
  return {
    resets: newestFirst.map(({ link, user }) => ({
      userId: user.id,
      name: user.name,
      email: user.email,
      mailed: link.mailed,
      requestedAt: link.createdAt.toISOString(),
      expiresAt: link.expiresAt.toISOString(),
    })),
  };
}

function newLink(tx: Transaction, user: User, mailed: boolean, createdBy: string | null) {
  return makeLink(
    tx,
    { purpose: "password_reset", userId: user.id, email: user.email, mailed, createdBy },
    mailed ? MAILED_HOURS : PASSED_ON_HOURS,
  );
}
