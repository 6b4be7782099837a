import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { closeDatabase, db } from "@/db/client";
import { users } from "@/db/schema";
import { newPerson } from "@/e2e/people";
import { invite } from "./invitations";
import { requestPasswordReset, resetPassword } from "./password-reset";
import { signUp } from "./sign-up";

const PASSWORD = "larch-otter-42-vellum";

/** A mail server that takes everything. The settings must name it before anything reads them. */
const { mails, stop } = await vi.hoisted(async () => {
  const { createServer } = await import("node:net");
  const mails: string[] = [];
  const server = createServer((socket) => {
    let data: string | null = null;
    socket.write("220 test\r\n");
    socket.on("data", (chunk) => {
      const text = chunk.toString();
      if (data !== null || /^DATA/i.test(text)) {
        if (data === null) socket.write("354 go on\r\n");
        data = (data ?? "") + text;
        if (!data.endsWith("\r\n.\r\n")) return;
        mails.push(data.replaceAll("=\r\n", "").replaceAll("=3D", "="));
        data = null;
      }
      socket.write(/^QUIT/i.test(text) ? "221 bye\r\n" : "250 ok\r\n");
    });
    socket.on("error", () => {});
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port));
  });
  process.env.SMTP_URL = `smtp://127.0.0.1:${port}`;
  process.env.PUBLIC_URL = "https://translate.example.org";
  return { mails, stop: () => server.close() };
});

afterAll(async () => {
  stop();
  await closeDatabase();
});

test("a link for a new password is mailed to the address, points here, and verifies it", async () => {
  const person = await newPerson();
  await requestPasswordReset(person.email);
  const mail = mailTo(person.email);
  await resetPassword({ token: tokenIn(mail, "reset-password"), password: PASSWORD });
  const [user] = await db().select().from(users).where(eq(users.id, person.userId));
  expect(user?.emailVerifiedAt).not.toBeNull();
});

test("a person gets five such mails in an hour at most, and nobody else any", async () => {
  const person = await newPerson();
  const before = mails.length;
  for (let i = 0; i < 8; i++) await requestPasswordReset(person.email);
  await requestPasswordReset(`${randomUUID()}@example.org`);
  expect(mails.length - before).toBe(5);
});

test("an invitation is mailed, and the mailed link joins the workspace", async () => {
  const owner = await newPerson();
  const email = `${randomUUID()}@example.org`;
  const made = await invite(owner, { email, role: "reviewer" }, "http://some.other.host");
  expect(made.invitation.mailed).toBe(true);
  const token = tokenIn(mailTo(email), "invitation");
  const { accountId } = await signUp({ email, name: "Bo", password: PASSWORD, invitation: token });
  expect(accountId).toBe(owner.accountId);
});

function mailTo(email: string): string {
  const mail = mails.find((one) => one.includes(`To: ${email}`));
  expect(mail, `a mail to ${email}`).toBeDefined();
  return mail ?? "";
}

function tokenIn(mail: string, page: string): string {
  const [, token = ""] = new RegExp(`https://translate\\.example\\.org/${page}#([\\w-]+)`).exec(mail) ?? [];
  expect(token, "the link is the service's own address").not.toBe("");
  return token;
}
