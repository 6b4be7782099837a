import { db } from "@/db/client";
import { newPerson, type TestPerson } from "@/e2e/people";
import { invite } from "@/lib/accounts/invitations";
import { createKey } from "@/lib/accounts/keys";
import { SCOPES } from "@/lib/auth/scopes";
import { CreateWebhookBody } from "@/lib/schemas/webhooks";
import { createWebhook } from "@/lib/webhooks/webhooks";

/** An administrator whose workspace holds something of everything, and the ids of things that have a page of their own. */
export async function filledWorkspace(
  base: string,
): Promise<{ person: TestPerson; projectId: string; webhookId: string }> {
  const person = await newPerson({ tier: "pro", isAdmin: true, emailVerified: true });
  await newPerson({ accountId: person.accountId, role: "translator" });
  const { secret } = await db().transaction((tx) =>
    createKey(person, { name: "Help centre", scopes: [...SCOPES] }, tx),
  );
  await db().transaction((tx) => createKey(person, { name: "Expires soon", hourlyLimit: 50 }, tx));
  await invite(person, { email: "friend@example.org", role: "viewer" }, base);
  const { webhook } = await createWebhook(person, CreateWebhookBody.parse(WEBHOOK));
  const headers = { Authorization: `Bearer ${secret}` };
  const project = await fetch(`${base}/v1/projects`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(PROJECT),
  });
  for (const [name, text] of DOCUMENTS) {
    const body = new FormData();
    body.set("target", "es");
    body.set("file", new File([text], name));
    await fetch(`${base}/v1/translate/file`, { method: "POST", headers, body });
  }
  return { person, projectId: ((await project.json()) as { id: string }).id, webhookId: webhook.id };
}

const DOCUMENTS = [
  ["letter.txt", "The house is big.\n"],
  ["a-rather-long-name-of-a-document-that-has-to-break-somewhere-on-narrow-screens.md", "# The house\n"],
  ["broken.docx", "PK no document"],
] as const;

const PROJECT = {
  name: "Help centre, autumn",
  sourceLanguage: "en",
  targetLanguages: ["es", "ca", "ar"],
  workflow: "mt_review",
} as const;

/** Nothing can be reached there (RFC 2606), so what is sent waits for another attempt. */
const WEBHOOK = {
  url: "https://receiver.invalid/dragoman",
  description: "Content management",
  languages: ["es", "ar"],
};
