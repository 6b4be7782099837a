import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { users } from "@/db/schema";
import { mailTextTo } from "@/e2e/mail-server";
import { newPerson, type TestPerson } from "@/e2e/people";
import { confirmEmail, mailConfirmation } from "./confirm-email";
import { invite } from "./invitations";
import { requestPasswordReset, resetLink, resetPassword } from "./password-reset";
import { changePassword, updateProfile } from "./profile";
import { signUp, signUpFromPage } from "./sign-up";
import { mailSignUpLink, previewSignUpLink } from "./sign-up-link";

const PASSWORD = "larch-otter-42-vellum";

/** Settings are cached at the first read, so the mail server must be set before. */
const { mails, stop } = await vi.hoisted(async () => {
  const { startMailServer } = await import("@/e2e/mail-server");
  const server = await startMailServer();
  process.env.SMTP_URL = server.url;
  process.env.PUBLIC_URL = "https://translate.example.org";
  return server;
});

afterAll(() => stop());

test("a password reset link is mailed to the person's e-mail address, leads to this server, and verifies the address", async () => {
  const person = await newPerson();
  await requestPasswordReset(person.email);
  const mail = mailTo(person.email);
  await resetPassword({ token: tokenIn(mail, "reset-password"), password: PASSWORD });
  const [user] = await db().select().from(users).where(eq(users.id, person.userId));
  expect(user?.emailVerifiedAt).not.toBeNull();
});

test("a person gets at most five password reset mails an hour", async () => {
  const person = await newPerson();
  const nobody = address();
  for (let i = 0; i < 8; i++) await requestPasswordReset(person.email);
  await requestPasswordReset(nobody);
  expect([mailsTo(person.email), mailsTo(nobody)].map(({ length }) => length)).toEqual([5, 0]);
});

test("a person is notified by mail of each password change, whether in the settings or by a reset link", async () => {
  const ways = [
    (person: TestPerson) => changePassword(person, { newPassword: PASSWORD }),
    async (person: TestPerson) => {
      const { link } = await resetLink(person.userId, "https://translate.example.org", null);
      await resetPassword({ token: new URL(link).hash.slice(1), password: PASSWORD });
    },
  ];
  for (const change of ways) {
    const person = await newPerson();
    await change(person);
    await expect.poll(() => mailTextTo(mails, person.email)).toContain("was just changed");
    expect(mailTo(person.email)).toContain("https://translate.example.org/reset-password\n");
  }
});

test("a person's previous e-mail address is notified when the address changes, and other profile changes send no mail", async () => {
  const person = await newPerson();
  await updateProfile(person, { name: "Ada Byron" });
  await updateProfile(person, { email: address() });
  await expect.poll(() => mailTextTo(mails, person.email)).toContain("changed the e-mail address of your account");
  expect(mailTo(person.email)).toContain("Hello Ada Byron,");
  expect(mailsTo(person.email)).toHaveLength(1);
});

test("a confirmation link verifies the e-mail address it was mailed to, unless the person has another address by then", async () => {
  const person = await newPerson();
  const isConfirmed = async () =>
    (await db().select().from(users).where(eq(users.id, person.userId)))[0]?.emailVerifiedAt !== null;
  await mailConfirmation(person);
  const old = tokenIn(mailTo(person.email), "confirm-email");
  const email = address();
  await updateProfile(person, { email });
  await expect(confirmEmail(old)).rejects.toMatchObject({ status: 404 });
  await expect(confirmEmail("forged")).rejects.toMatchObject({ status: 404 });
  expect(await isConfirmed()).toBe(false);
  await mailConfirmation(person);
  expect(await confirmEmail(tokenIn(mailTo(email), "confirm-email"))).toEqual({ email });
  expect(await isConfirmed()).toBe(true);
  const before = mailsTo(email).length;
  await mailConfirmation(person);
  expect(mailsTo(email)).toHaveLength(before);
});

test("a confirmation link is valid for a day", async () => {
  const person = await newPerson();
  await mailConfirmation(person);
  const token = tokenIn(mailTo(person.email), "confirm-email");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * 3600 * 1000 });
  try {
    await expect(confirmEmail(token)).rejects.toMatchObject({ status: 404 });
  } finally {
    vi.useRealTimers();
  }
});

test("a person gets at most five confirmation links an hour", async () => {
  const person = await newPerson();
  for (let i = 0; i < 5; i++) await mailConfirmation(person);
  await expect(mailConfirmation(person)).rejects.toMatchObject({ status: 429 });
  expect(mailsTo(person.email)).toHaveLength(5);
});

test("an invitation is mailed, and its link adds the person to the workspace", async () => {
  const owner = await newPerson();
  const email = address();
  const made = await invite(owner, { email, role: "reviewer" }, "http://some.other.host");
  expect(made.invitation.mailed).toBe(true);
  const token = tokenIn(mailTo(email), "invitation");
  const { accountId } = await signUp({ email, name: "Bo", password: PASSWORD, invitation: token });
  expect(accountId).toBe(owner.accountId);
});

test("sign-up sends a mail with a link that verifies the e-mail address and works once", async () => {
  const email = address();
  const account = { email, name: "Ada", password: PASSWORD };
  await expect(signUpFromPage(account, "en")).rejects.toMatchObject({ status: 403 });
  await mailSignUpLink(email, "en");
  const link = tokenIn(mailTo(email), "sign-up");
  expect(await previewSignUpLink(link)).toEqual({ email });
  await expect(signUpFromPage({ ...account, email: address(), link }, "en")).rejects.toMatchObject({ status: 409 });
  await signUpFromPage({ ...account, link }, "en");
  const [user] = await db().select().from(users).where(eq(users.email, email));
  expect(user?.emailVerifiedAt).not.toBeNull();
  await expect(signUpFromPage({ ...account, link }, "en")).rejects.toMatchObject({ status: 404 });
});

test("sign-up with an existing e-mail address sends a mail that says that the address has an account", async () => {
  const person = await newPerson();
  await mailSignUpLink(person.email.toUpperCase(), "en");
  const text = mailTo(person.email);
  expect(text).toContain("already has an account");
  expect(text).toContain("https://translate.example.org/sign-in\n");
  expect(text).not.toContain("/sign-up#");
});

test("the number of sign-up mails per address is limited", async () => {
  const email = address();
  for (let i = 0; i < 8; i++) await mailSignUpLink(email, "en");
  expect(mailsTo(email)).toHaveLength(5);
});

test.each([
  ["en", "requested a new password"],
  ["es", "ha pedido una contraseña nueva"],
  ["fr", "a demandé un nouveau mot de passe"],
  ["de", "hat ein neues Passwort"],
  ["ar", "كلمة مرور جديدة"],
  ["ja", "新しいパスワード"],
])("a mail is written in its recipient's language: %s", async (locale, words) => {
  const person = await newPerson();
  await updateProfile(person, { locale });
  await requestPasswordReset(person.email);
  expect(mailTo(person.email)).toContain(words);
});

test("an invitation is written in the invited person's language, if they have an account", async () => {
  const [owner, invited] = [await newPerson(), await newPerson()];
  await updateProfile(invited, { locale: "de" });
  await invite(owner, { email: invited.email, role: "viewer" }, "http://some.other.host");
  expect(mailTo(invited.email)).toContain("lädt Sie ein");
});

const address = () => `${randomUUID()}@example.org`;

function mailsTo(email: string): string[] {
  return mails.filter((one) => one.includes(`To: ${email}`));
}

/** The text of the first mail sent to an address. */
function mailTo(email: string): string {
  const text = mailTextTo(mails, email);
  expect(text, `a mail to ${email}`).not.toBeNull();
  return text ?? "";
}

function tokenIn(mail: string, page: string): string {
  const [, token = ""] = new RegExp(`https://translate\\.example\\.org/${page}#([\\w-]+)`).exec(mail) ?? [];
  expect(token, "the link is the service's own address").not.toBe("");
  return token;
}
