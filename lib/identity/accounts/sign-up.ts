import { setTimeout as pause } from "node:timers/promises";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { AppError, notFound } from "@/lib/base/errors";
import { canMail } from "@/lib/base/mail";
import { hashPassword } from "@/lib/identity/auth/password";
import { checkNewPassword } from "@/lib/identity/auth/password-rules";
import { requirePasswords } from "@/lib/identity/auth/sign-in";
import type { SignUpBody } from "@/lib/schemas/sign-in";
import { createAccount } from "./accounts";
import { findLink, type OneTimeLink, useLink } from "./one-time-links";
import { addMember, createUser, type User } from "./people";
import { signUpPolicy } from "./sign-up-policy";

/**
 * Milliseconds after which every sign-up without a link is answered. Longer than creating an account or finding that
 * the address is taken, so that the time does not reveal which happened.
 */
const ANSWER_MS = 250;

/**
 * Signs a person up without revealing whether the address was free, unless a link proves that they may know. Throws as
 * {@link signUp}, and 403 without a link if there is a mail server: signing up requires access to the mailbox. Without
 * a mail server the page signs in right after, which does reveal whether the address was free. This is accepted so that
 * new people can start immediately: finding out costs a created account or one sign-in attempt.
 */
export async function signUpFromPage(input: z.output<typeof SignUpBody>, locale: string): Promise<void> {
  if (input.link || input.invitation) {
    await signUp(input, locale);
    return;
  }
  await requirePolicy();
  if (canMail()) throw notAllowed("open", "Request a sign-up link first. It is sent by mail.", "sign_up_link");
  const answer = pause(ANSWER_MS);
  await signUp(input, locale).catch((error) => {
    if (!(error instanceof AppError && error.details.reason === "email_taken")) throw error;
  });
  await answer;
}

/**
 * Creates a person with a new workspace or, with an invitation, as a member of the inviting workspace. Throws 400 for a
 * weak password, 403 if the policy does not allow sign-up, 404 for an invalid link, and 409 if the address is taken or
 * differs from the link's.
 * @param locale the person's language, if known
 */
export async function signUp(
  input: z.output<typeof SignUpBody>,
  locale: string | null = null,
): Promise<{ userId: string; accountId: string }> {
  requirePasswords();
  await requirePolicy(input.invitation);
  checkNewPassword(input.password, input.email);
  // Hashes even if the address is taken, because the time must not reveal that it is.
  const passwordHash = await hashPassword(input.password);
  return db().transaction(async (tx) => {
    const link = await linkOf(tx, input);
    if (link) requireInvitedAddress(link.email, input.email);
    // An invitation does not verify the address, because the inviter has the link as well.
    const emailVerified = link?.purpose === "sign_up";
    const user = await createUser(tx, { ...input, passwordHash, emailVerified, locale });
    if (link?.purpose !== "invitation")
      return { userId: user.id, accountId: await createOwnWorkspace(tx, user, input.accountName) };
    if (!link.accountId) throw notFound("link");
    await addMember(tx, link.accountId, user.id, link.role ?? "viewer");
    return { userId: user.id, accountId: link.accountId };
  });
}

/** Throws 409 unless the address is the invited one: another person with the link must not gain access. */
export function requireInvitedAddress(invited: string | null, given: string): void {
  if (invited?.toLowerCase() !== given.trim().toLowerCase())
    throw new AppError("conflict", "The invitation is for another email address.", { reason: "other_email" });
}

/** Creates a workspace owned by the person. */
export async function createOwnWorkspace(tx: Transaction, user: User, name: string = user.name): Promise<string> {
  const account = await createAccount(tx, { name });
  await addMember(tx, account.id, user.id, "owner");
  return account.id;
}

/** Throws 403 if sign-up is closed or by invitation only, and 404 for an invalid invitation. */
export async function requirePolicy(invitation?: string): Promise<void> {
  const policy = await signUpPolicy();
  if (policy === "closed") throw notAllowed(policy, "Nobody can sign up here: ask the administrator.");
  if (invitation) await findLink("invitation", invitation);
  else if (policy === "invitation") throw notAllowed(policy, "Signing up here requires an invitation.");
}

async function linkOf(tx: Transaction, input: z.output<typeof SignUpBody>): Promise<OneTimeLink | null> {
  if (input.invitation) return useLink(tx, "invitation", input.invitation);
  return input.link ? useLink(tx, "sign_up", input.link) : null;
}

function notAllowed(policy: string, message: string, required = "sign_up_open"): AppError {
  return new AppError("forbidden", message, { required, granted: policy });
}
