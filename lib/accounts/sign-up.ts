import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { hashPassword } from "@/lib/auth/password";
import { checkNewPassword } from "@/lib/auth/password-rules";
import { AppError, notFound } from "@/lib/errors";
import type { SignedUp, SignUpBody } from "@/lib/schemas/sign-in";
import { createAccount } from "./accounts";
import { findLink, useLink } from "./one-time-links";
import { addMember, createUser, emailTaken, findUser, type User } from "./people";
import { signUpPolicy } from "./sign-up-policy";

/**
 * Makes a person, with a workspace of their own or, with an invitation, as a member of the one that invited.
 * Throws 400 for a weak password, 403 when the policy does not allow it, 404 for an invitation that does not hold, and 409 when
 * the address is taken or is not the invited one.
 */
export async function signUp(input: z.output<typeof SignUpBody>): Promise<z.input<typeof SignedUp>> {
  await checkPolicy(input.invitation);
  checkNewPassword(input.password, input.email);
  if (await findUser(input.email)) throw emailTaken();
  const passwordHash = await hashPassword(input.password);
  return db().transaction(async (tx) => {
    const invitation = input.invitation ? await useLink(tx, "invitation", input.invitation) : null;
    if (invitation) requireInvitedAddress(invitation.email, input.email);
    // The invitation proves nothing of the address: who invited has the link as well.
    const user = await createUser(tx, { ...input, passwordHash });
    if (!invitation) return { userId: user.id, accountId: await ownWorkspace(tx, user, input.accountName) };
    if (!invitation.accountId) throw notFound("link");
    await addMember(tx, invitation.accountId, user.id, invitation.role ?? "viewer");
    return { userId: user.id, accountId: invitation.accountId };
  });
}

/** An invitation is for one address: who passes the link on does not pass the access on. Throws 409. */
export function requireInvitedAddress(invited: string | null, given: string): void {
  if (invited?.toLowerCase() !== given.trim().toLowerCase())
    throw new AppError("conflict", "The invitation is for another e-mail address.", { reason: "other_email" });
}

/** A workspace that the person owns. */
export async function ownWorkspace(tx: Transaction, user: User, name: string = user.name): Promise<string> {
  const account = await createAccount(tx, { name });
  await addMember(tx, account.id, user.id, "owner");
  return account.id;
}

async function checkPolicy(invitation: string | undefined): Promise<void> {
  const policy = await signUpPolicy();
  if (policy === "closed") throw notAllowed(policy, "Nobody can sign up here: ask the administrator.");
  if (invitation) await findLink("invitation", invitation);
  else if (policy === "invitation") throw notAllowed(policy, "Signing up here takes an invitation.");
}

function notAllowed(policy: string, message: string): AppError {
  return new AppError("forbidden", message, { required: "sign_up_open", granted: policy });
}
