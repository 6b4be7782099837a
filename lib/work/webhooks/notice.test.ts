import { afterAll, expect, test, vi } from "vitest";

/** Settings are cached at the first read, so the mail server must be set before. */
const { mails, stop } = await vi.hoisted(async () => {
  const { startMailServer } = await import("@/e2e/mail-server");
  const server = await startMailServer();
  process.env.SMTP_URL = server.url;
  process.env.PUBLIC_URL = "https://translate.example.org";
  process.env.DRAGOMAN_SECRET ??= "a secret of the tests that is long enough";
  process.env.LOG_LEVEL ??= "silent";
  return server;
});

import { db } from "@/db/client";
import { mailTextTo } from "@/e2e/mail-server";
import { newPerson } from "@/e2e/people";
import { updateProfile } from "@/lib/identity/accounts/profile";
import { CreateWebhookBody } from "@/lib/schemas/webhooks";
import { startRunner } from "@/lib/work/jobs/runner";
import { noticeJob, sendNotice } from "./notice";
import { createWebhook } from "./webhooks";

const runner = await startRunner({ [noticeJob.type]: noticeJob }, 2);
afterAll(async () => {
  await runner.stop();
  stop();
});

test.each([
  ["webhook.failing", "six hours", "sechs Stunden"],
  ["webhook.disabled", "was disabled", "abgeschaltet"],
] as const)(
  "an event of type %s is mailed to each owner in their language, and to no other member",
  async (type, english, german) => {
    const owner = await newPerson({ name: "Reedmoor & Sons" });
    const second = await newPerson({ accountId: owner.accountId, role: "owner" });
    const manager = await newPerson({ accountId: owner.accountId, role: "manager" });
    await updateProfile(second, { locale: "de" });
    const input = CreateWebhookBody.parse({ url: "https://hooks.example.org/token" });
    const { webhook } = await db().transaction((tx) => createWebhook(owner, input, tx));
    await db().transaction((tx) => sendNotice(tx, { accountId: owner.accountId, webhookId: webhook.id, type }));

    const text = (email: string) => mailTextTo(mails, email);
    await expect.poll(() => [text(owner.email), text(second.email)], { timeout: 20_000 }).not.toContain(null);
    expect(text(owner.email)).toContain(english);
    expect(text(second.email)).toContain(german);
    for (const mail of [text(owner.email), text(second.email)]) {
      expect(mail).toContain("Reedmoor & Sons");
      expect(mail).toContain("hooks.example.org");
      expect(mail, "the rest of the address may be a secret").not.toContain("token");
      expect(mail).toContain(`https://translate.example.org/webhooks/${webhook.id}\n`);
    }
    expect(text(manager.email)).toBeNull();
  },
);
