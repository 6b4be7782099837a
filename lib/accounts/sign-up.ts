import { setTimeout as pause } from "node:timers/promises";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { hashPassword } from "@/lib/auth/password";
import { checkNewPassword } from "@/lib/auth/password-rules";
import { AppError, notFound } from "@/lib/errors";
import { canMail } from "@/lib/mail";
import type { SignUpBody } from "@/lib/schemas/sign-in";
import { createAccount } from "./accounts";
import { findLink, type OneTimeLink, useLink } from "./one-time-links";
import { addMember, createUser, type User } from "./people";
import { signUpPolicy } from "./sign-up-policy";

/** Every sign-up without a link is answered after this long: longer than making an account takes, or finding it taken. */
const ANSWER_MS = 250;

/**
 * Signs somebody up and says nothing of whether the address was free, unless a link shows that they may know. Throws as
 * {@link signUp}, and 403 where there is a mail server and no link: there, nobody signs up who cannot read the address's mail.
 *
 * Without a mail server the page signs in right after, which still tells whether the address was free. That is the price of
 * letting new people in at once: to learn it takes an account that is made, or one of the address's tries to sign in.
 */
export async function signUpFromPage(input: z.output<typeof SignUpBody>, locale: string): Promise<void> {
  if (input.link || input.invitation) {
    await signUp(input, locale);
    return;
  }
  await requirePolicy();
  if (canMail()) throw notAllowed("open", "Ask for a link first: it comes by mail.", "sign_up_link");
  const answer = pause(ANSWER_MS);
  await signUp(input, locale).catch((error) => {
    if (!(error instanceof AppError && error.details.reason === "email_taken")) throw error;
  });
  await answer;
}

/**
 * Makes a person, with a workspace of their own or, with an invitation, as a member of the one that invited.
 * Throws 400 for a weak password, 403 when the policy does not allow it, 404 for a link that does not hold, and 409 when
 * the address is taken or is not the link's.
 * @param locale the person's language, where it is known
 */
export async function signUp(
  input: z.output<typeof SignUpBody>,
  locale: string | null = null,
): Promise<{ userId: string; accountId: string }> {
  await requirePolicy(input.invitation);
  checkNewPassword(input.password, input.email);
  // Also for an address that is taken: the time must not tell.
  const passwordHash = await hashPassword(input.password);
  return db().transaction(async (tx) => {
    const link = await linkOf(tx, input);
    if (link) requireInvitedAddress(link.email, input.email);
    // An invitation proves nothing of the address: who invited has the link as well.
    const emailVerified = link?.purpose === "sign_up";
    const user = await createUser(tx, { ...input, passwordHash, emailVerified, locale });
    if (link?.purpose !== "invitation")
      return { userId: user.id, accountId: await createOwnWorkspace(tx, user, input.accountName) };
    if (!link.accountId) throw notFound("link");
    await addMember(tx, link.accountId, user.id, link.role ?? "viewer");
    return { userId: user.id, accountId: link.accountId };
  });
}

/** An invitation is for one address: who passes the link on does not pass the access on. Throws 409. */
export function requireInvitedAddress(invited: string | null, given: string): void {
  if (invited?.toLowerCase() !== given.trim().toLowerCase())
    throw new AppError("conflict", "The invitation is for another email address.", { reason: "other_email" });
}

/** A workspace that the person owns. */
export async function createOwnWorkspace(tx: Transaction, user: User, name: string = user.name): Promise<string> {
  const account = await createAccount(tx, { name });
  await addMember(tx, account.id, user.id, "owner");
  return account.id;
}

/** Throws 403 where the administrator lets nobody sign up, or only those who are invited, and 404 for an invitation that does not hold. */
export async function requirePolicy(invitation?: string): Promise<void> {
  const policy = await signUpPolicy();
  if (policy === "closed") throw notAllowed(policy, "Nobody can sign up here: ask the administrator.");
  if (invitation) await findLink("invitation", invitation);
  else if (policy === "invitation") throw notAllowed(policy, "Signing up here takes an invitation.");
}

async function linkOf(tx: Transaction, input: z.output<typeof SignUpBody>): Promise<OneTimeLink | null> {
  if (input.invitation) return useLink(tx, "invitation", input.invitation);
  return input.link ? useLink(tx, "sign_up", input.link) : null;
}

function notAllowed(policy: string, message: string, required = "sign_up_open"): AppError {
  return new AppError("forbidden", message, { required, granted: policy });
}
