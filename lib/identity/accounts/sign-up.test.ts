import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { accounts, members, oneTimeLinks, users } from "@/db/schema";
import { newPerson, personOfToken } from "@/e2e/people";
import * as environment from "@/lib/base/env";
import { AppError } from "@/lib/base/errors";
import { hashToken, startSession } from "@/lib/identity/auth/session";
import { SignInError, signInWithPassword } from "@/lib/identity/auth/sign-in";
import { nameIssuer, personOfProvider } from "./identities";
import { acceptInvitation, invite, listInvitations, previewInvitation, revokeInvitation } from "./invitations";
import { pendingResets, requestPasswordReset, resetLink, resetPassword } from "./password-reset";
import { changePassword, updateProfile } from "./profile";
import { signUp, signUpFromPage } from "./sign-up";
import { setSignUpPolicy } from "./sign-up-policy";

const PASSWORD = "larch-otter-42-vellum";
const ANOTHER = "basalt-heron-17-quince";
const BASE = "https://translate.example.org";

afterEach(() => setSignUpPolicy(null));

describe("signing up", () => {
  test("sign-up creates a person who can sign in and owns a workspace in the default tier", async () => {
    const email = address();
    const { userId, accountId } = await signUp({ email, name: "Ada", password: PASSWORD, accountName: "Lovelace" });
    expect(await signInWithPassword(email, PASSWORD, { network: randomUUID(), device: null })).toBe(userId);
    const [account] = await db().select().from(accounts).where(eq(accounts.id, accountId));
    const [member] = await db().select().from(members).where(eq(members.accountId, accountId));
    expect(account).toMatchObject({ name: "Lovelace", tier: "free" });
    expect(member).toMatchObject({ userId, role: "owner" });
  });

  test("sign-up accepts an e-mail address once, ignoring case, even for concurrent requests", async () => {
    const email = address();
    const tries = Array.from({ length: 4 }, (_, i) =>
      outcome(signUp({ email: i % 2 ? email : email.toUpperCase(), name: "Ada", password: PASSWORD })),
    );
    expect((await Promise.all(tries)).sort()).toEqual(["email_taken", "email_taken", "email_taken", "ok"]);
  });

  test("sign-up gives the same answer for a new and an existing e-mail address, and an existing password is unchanged", async () => {
    const person = await newPerson({ password: PASSWORD });
    const input = { email: person.email, name: "Mallory", password: ANOTHER };
    expect(await signUpFromPage(input, "en")).toBe(await signUpFromPage({ ...input, email: address() }, "en"));
    await expect(
      signInWithPassword(person.email, ANOTHER, { network: randomUUID(), device: null }),
    ).rejects.toMatchObject({
      code: "CredentialsSignin",
    });
    expect(await signInWithPassword(person.email, PASSWORD, { network: randomUUID(), device: null })).toBe(
      person.userId,
    );
  });

  test("sign-up follows the policy set by an administrator", async () => {
    const input = () => ({ email: address(), name: "Ada", password: PASSWORD });
    await setSignUpPolicy("closed");
    expect(await outcome(signUp(input()))).toBe(403);
    await setSignUpPolicy("invitation");
    expect(await outcome(signUp(input()))).toBe(403);
    await setSignUpPolicy("open");
    expect(await outcome(signUp(input()))).toBe("ok");
  });
});

describe("invitations", () => {
  test("an invitation adds a new person only to the inviting workspace", async () => {
    await setSignUpPolicy("invitation");
    const owner = await newPerson();
    const email = address();
    const token = tokenOf((await invite(owner, { email, role: "reviewer" }, BASE)).link);
    expect(await previewInvitation(token)).toMatchObject({ email, role: "reviewer", hasUser: false });
    const { userId, accountId } = await signUp({ email, name: "Bo", password: PASSWORD, invitation: token });
    expect(accountId).toBe(owner.accountId);
    expect(await db().select().from(members).where(eq(members.userId, userId))).toMatchObject([
      { accountId, role: "reviewer" },
    ]);
  });

  test("accepting an invitation doesn't verify the e-mail address, since the sender of the invitation also knows the link", async () => {
    const owner = await newPerson();
    const email = address();
    const { link } = await invite(owner, { email, role: "viewer" }, BASE);
    const { userId } = await signUp({ email, name: "Bo", password: PASSWORD, invitation: tokenOf(link) });
    const [user] = await db().select().from(users).where(eq(users.id, userId));
    expect(user?.emailVerifiedAt).toBeNull();
  });

  test("an invitation is accepted once, and only by the person with the invited e-mail address", async () => {
    const [owner, invited, other] = [await newPerson(), await newPerson(), await newPerson()];
    const token = tokenOf((await invite(owner, { email: invited.email, role: "translator" }, BASE)).link);
    expect(await outcome(acceptInvitation(other, token))).toBe("other_email");
    expect(await outcome(acceptInvitation(invited, token))).toBe("ok");
    expect(await outcome(acceptInvitation(invited, token))).toBe(404);
    expect(await outcome(invite(owner, { email: invited.email, role: "viewer" }, BASE))).toBe("already_member");
  });

  test("an invitation becomes invalid when it is revoked, replaced or expired", async () => {
    const owner = await newPerson();
    const email = address();
    const replaced = await invite(owner, { email, role: "viewer" }, BASE);
    const revoked = await invite(owner, { email, role: "viewer" }, BASE);
    await revokeInvitation(owner, revoked.invitation.id);
    const expired = await invite(owner, { email, role: "viewer" }, BASE);
    await expire(expired.link);
    for (const { link } of [replaced, revoked, expired])
      expect(await outcome(previewInvitation(tokenOf(link)))).toBe(404);
    expect((await listInvitations(owner, { limit: 20 })).invitations).toEqual([]);
  });

  test("an invitation to a role higher than the sender's is refused", async () => {
    const owner = await newPerson();
    const manager = await newPerson({ accountId: owner.accountId, role: "manager" });
    expect(await outcome(invite(manager, { email: address(), role: "owner" }, BASE))).toBe(403);
  });
});

describe("password reset links", () => {
  test("a password reset link works once, ends all sessions and removes the delay after failed sign-ins", async () => {
    const person = await newPerson({ password: PASSWORD });
    for (let i = 0; i < 5; i++)
      await signInWithPassword(person.email, "wrong", { network: randomUUID(), device: null }).catch(() => {});
    const token = tokenOf((await resetLink(person.userId, BASE, null)).link);
    await resetPassword({ token, password: ANOTHER });
    expect(await personOfToken(person.token)).toBeNull();
    expect(await signInWithPassword(person.email, ANOTHER, { network: randomUUID(), device: null })).toBe(
      person.userId,
    );
    expect(await outcome(resetPassword({ token, password: PASSWORD }))).toBe(404);
  });

  test("a password reset link works for only one of several concurrent requests", async () => {
    const person = await newPerson();
    const token = tokenOf((await resetLink(person.userId, BASE, null)).link);
    const tries = Array.from({ length: 5 }, () => outcome(resetPassword({ token, password: PASSWORD })));
    expect((await Promise.all(tries)).filter((one) => one === "ok")).toHaveLength(1);
  });

  test("a password reset link stays valid if the new password is refused", async () => {
    const person = await newPerson();
    const token = tokenOf((await resetLink(person.userId, BASE, null)).link);
    expect(await outcome(resetPassword({ token, password: "password1" }))).toBe(400);
    expect(await outcome(resetPassword({ token, password: PASSWORD }))).toBe("ok");
  });

  test("a password reset link is invalid if it has expired, was replaced, or was created for another purpose", async () => {
    const person = await newPerson();
    const first = await resetLink(person.userId, BASE, null);
    const second = await resetLink(person.userId, BASE, null);
    expect(await outcome(resetPassword({ token: tokenOf(first.link), password: PASSWORD }))).toBe(404);
    expect(await outcome(previewInvitation(tokenOf(second.link)))).toBe(404);
    await expire(second.link);
    expect(await outcome(resetPassword({ token: tokenOf(second.link), password: PASSWORD }))).toBe(404);
  });

  test("a requested password reset link is shown to administrators and doesn't invalidate other links", async () => {
    const person = await newPerson();
    const { link } = await resetLink(person.userId, BASE, null);
    await requestPasswordReset(person.email.toUpperCase());
    await requestPasswordReset(address());
    expect((await pendingResets()).resets.filter((one) => one.userId === person.userId)).toHaveLength(1);
    expect(await outcome(resetPassword({ token: tokenOf(link), password: PASSWORD }))).toBe("ok");
    expect((await pendingResets()).resets.filter((one) => one.userId === person.userId)).toHaveLength(0);
  });

  test("a password reset link's token is not stored in the database", async () => {
    const person = await newPerson();
    const { link } = await resetLink(person.userId, BASE, null);
    const rows = await db().select().from(oneTimeLinks).where(eq(oneTimeLinks.userId, person.userId));
    expect(JSON.stringify(rows)).not.toContain(tokenOf(link));
    expect(new URL(link).hash, "the token stands where no server sees it").toBe(`#${tokenOf(link)}`);
  });
});

describe("changing the password", () => {
  test("changing the password requires the current password and ends the person's other sessions", async () => {
    const person = await newPerson({ password: PASSWORD });
    const elsewhere = await startSession(person.userId, person.accountId, "Elsewhere");
    expect(await outcome(changePassword(person, { currentPassword: "wrong", newPassword: ANOTHER }))).toBe(400);
    expect(await outcome(changePassword(person, { newPassword: ANOTHER }))).toBe(400);
    await changePassword(person, { currentPassword: PASSWORD, newPassword: ANOTHER });
    expect(await personOfToken(elsewhere)).toBeNull();
    expect(await personOfToken(person.token)).not.toBeNull();
    expect(await signInWithPassword(person.email, ANOTHER, { network: randomUUID(), device: null })).toBe(
      person.userId,
    );
  });

  test("setting a password requires a recent sign-in from a person who has none", async () => {
    const person = await newPerson();
    await db().execute(
      sql`update sessions set created_at = now() - interval '16 minutes' where id = ${person.sessionId}`,
    );
    expect(await outcome(changePassword(person, { newPassword: ANOTHER }))).toBe("sign_in_again");
    await db().execute(sql`update sessions set created_at = now() where id = ${person.sessionId}`);
    expect(await outcome(changePassword(person, { newPassword: ANOTHER }))).toBe("ok");
  });
});

describe("changing the e-mail address", () => {
  test("changing the e-mail address invalidates password reset links sent to the old address", async () => {
    const person = await newPerson({ password: PASSWORD });
    const token = tokenOf((await resetLink(person.userId, BASE, null)).link);
    await updateProfile(person, { name: "Another name" });
    await updateProfile(person, { email: address(), currentPassword: PASSWORD });
    expect(await outcome(resetPassword({ token, password: ANOTHER }))).toBe(404);
  });

  test("changing the e-mail address doesn't reveal which addresses are in use, and is limited to ten attempts a day", async () => {
    const [person, other] = [await newPerson({ password: PASSWORD }), await newPerson()];
    const change = { email: other.email, currentPassword: PASSWORD };
    for (let i = 0; i < 10; i++) expect(await outcome(updateProfile(person, change))).toBe("email_taken");
    expect(await outcome(updateProfile(person, change))).toBe(429);
  });
});

describe("signing in through a provider", () => {
  const profile = (email: string, emailVerified = true) => ({
    provider: "github" as const,
    subject: randomUUID(),
    email,
    emailVerified,
    name: "Ada",
  });

  test("signing in through a provider creates a person, who is recognised later even with another e-mail address", async () => {
    const first = profile(address());
    const userId = await personOfProvider(first, null);
    expect(await personOfProvider({ ...first, email: address() }, null)).toBe(userId);
  });

  test("the same subject id at another issuer belongs to another person", async () => {
    const subject = randomUUID();
    const at = (issuer: string) => ({ ...profile(address()), provider: "oidc" as const, subject, issuer });
    const first = at("https://one.example.org");
    const userId = await personOfProvider(first, null);
    expect(await personOfProvider(at("https://two.example.org"), null)).not.toBe(userId);
    expect(await personOfProvider({ ...first, email: address() }, null)).toBe(userId);
  });

  test("provider identities stored without an issuer are assigned to the configured issuer", async () => {
    const subject = randomUUID();
    const old = { ...profile(address()), provider: "oidc" as const, subject };
    const userId = await personOfProvider(old, null);
    vi.spyOn(environment, "env").mockReturnValue({ ...environment.env(), OIDC_ISSUER: "https://one.example.org" });
    await nameIssuer();
    vi.restoreAllMocks();
    expect(await personOfProvider({ ...old, issuer: "https://one.example.org" }, null)).toBe(userId);
    expect(await personOfProvider({ ...old, email: address(), issuer: "" }, null)).not.toBe(userId);
  });

  test("a provider sign-in is linked to the existing person with the same verified e-mail address", async () => {
    const person = await newPerson({ emailVerified: true });
    expect(await personOfProvider(profile(person.email.toUpperCase()), null)).toBe(person.userId);
  });

  test("a provider sign-in is linked by e-mail address only if both the provider and Dragoman have verified the address", async () => {
    const [verified, unverified] = [await newPerson({ emailVerified: true }), await newPerson()];
    expect(await outcome(personOfProvider(profile(verified.email, false), null))).toBe("email_not_verified");
    expect(await outcome(personOfProvider(profile(address(), false), null))).toBe("email_not_verified");
    expect(await outcome(personOfProvider(profile(unverified.email), null))).toBe("not_linked");
  });

  test("a provider sign-in is linked to the person who is already signed in", async () => {
    const person = await newPerson();
    const theirs = profile(address(), false);
    expect(await personOfProvider(theirs, person.userId)).toBe(person.userId);
    expect(await personOfProvider(theirs, null)).toBe(person.userId);
  });

  test("a provider sign-in creates no account while sign-up is closed, even with an unknown invitation", async () => {
    await setSignUpPolicy("closed");
    expect(await outcome(personOfProvider(profile(address()), null))).toBe("sign_up_closed");
    await setSignUpPolicy("invitation");
    expect(await outcome(personOfProvider(profile(address()), null))).toBe("sign_up_closed");
    const owner = await newPerson();
    const email = address();
    await invite(owner, { email, role: "viewer" }, BASE);
    const userId = await personOfProvider(profile(email), null);
    expect(await db().select().from(members).where(eq(members.userId, userId))).toMatchObject([
      { accountId: owner.accountId, role: "viewer" },
    ]);
  });
});

const address = () => `${randomUUID()}@example.org`;
const tokenOf = (link: string) => link.slice(link.indexOf("#") + 1);

async function expire(link: string): Promise<void> {
  await db()
    .update(oneTimeLinks)
    .set({ expiresAt: sql`now()` as never })
    .where(eq(oneTimeLinks.tokenHash, hashToken(tokenOf(link))));
}

/** "ok", or the reason or status of the refusal. */
function outcome(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => "ok",
    (error) => {
      if (error instanceof SignInError) return error.code;
      if (error instanceof AppError) return error.details.reason ?? error.status;
      throw error;
    },
  );
}

test("a server with password sign-in switched off refuses password sign-in, sign-up and reset", async () => {
  const person = await newPerson({ password: PASSWORD });
  vi.spyOn(environment, "env").mockReturnValue({ ...environment.env(), PASSWORD_SIGN_IN: "off" });
  const from = { network: randomUUID(), device: null };
  expect(await outcome(signInWithPassword(person.email, PASSWORD, from))).toBe("password_sign_in_off");
  const off = { code: "forbidden", details: { required: "password_sign_in" } };
  await expect(signUp({ email: address(), name: "Ada", password: PASSWORD })).rejects.toMatchObject(off);
  await expect(resetPassword({ token: "a".repeat(30), password: ANOTHER })).rejects.toMatchObject(off);
  vi.restoreAllMocks();
  expect(await signInWithPassword(person.email, PASSWORD, from)).toBe(person.userId);
});
