import { describe, expect, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.DRAGOMAN_SECRET ??= "a secret of the tests that is long enough";
});

import { promises as dns } from "node:dns";
import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { projects, webhooks } from "@/db/schema";
import { newPerson, type TestPerson } from "@/e2e/people";
import { newId } from "@/lib/base/ids";
import { CreateWebhookBody } from "@/lib/schemas/webhooks";
import { DEFAULT_SCOPES } from "@/lib/vocabulary/rights";
import { listDeliveries, redeliver, sendTest } from "./deliveries";
import { replay } from "./replay";
import { createWebhook, deleteWebhook, getWebhook, listWebhooks, rotateSecret, updateWebhook } from "./webhooks";

const create = (person: TestPerson, more: Record<string, unknown> = {}) =>
  db().transaction((tx) =>
    createWebhook(person, CreateWebhookBody.parse({ url: "https://example.org/hook", ...more }), tx),
  );

describe("creating a webhook", () => {
  test("a new webhook's secret is shown once and stored encrypted", async () => {
    const person = await newPerson();
    const { webhook, secret } = await create(person);
    expect(Buffer.from(secret.replace(/^whsec_/, ""), "base64")).toHaveLength(32);
    const [row] = await db().select().from(webhooks).where(eq(webhooks.id, webhook.id));
    expect(row!.secret.includes(secret)).toBe(false);
    expect(row!.secret.includes(Buffer.from(secret.replace(/^whsec_/, ""), "base64"))).toBe(false);
    const shown = JSON.stringify([await getWebhook(person, webhook.id), await listWebhooks(person, { limit: 20 })]);
    expect(shown).not.toContain(secret);
    expect((await rotateSecret(person, webhook.id)).secret).not.toBe(secret);
  });

  test.each([
    "http://example.org/",
    "ftp://example.org/",
    "example.org",
    "javascript:alert(1)",
    "https://",
    "https://user:password@example.org/",
    "https://user@example.org/",
    "https://example.org/#part",
    "https://localhost/",
    "https://LOCALHOST./",
    "https://api.localhost/",
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f.0.0.1/",
    "https://0/",
    "https://10.1.2.3/",
    "https://169.254.169.254/latest/meta-data/",
    "https://[::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://[fe80::1]/",
  ])("a webhook with the invalid URL %s is refused", async (url) => {
    const person = await newPerson();
    await expect(create(person, { url })).rejects.toMatchObject({
      code: "invalid_request",
      details: { errors: [{ path: "url", code: "format" }] },
    });
    const { webhook } = await create(person);
    await expect(updateWebhook(person, webhook.id, { url })).rejects.toMatchObject({ code: "invalid_request" });
  });

  test("a webhook whose host name resolves to a private address is refused, when it is created and when it is changed", async () => {
    const person = await newPerson();
    const { webhook } = await create(person);
    const lookup = vi.spyOn(dns, "lookup").mockResolvedValue([{ address: "10.0.0.1", family: 4 }] as never);
    const refused = { code: "invalid_request", details: { errors: [{ path: "url", code: "format" }] } };
    const url = "https://hooks.example.org/a";
    await expect(create(person, { url })).rejects.toMatchObject(refused);
    await expect(updateWebhook(person, webhook.id, { url })).rejects.toMatchObject(refused);
    lookup.mockRestore();
  });

  test("a webhook's language filter accepts any name of a language and drops duplicates", async () => {
    const { webhook } = await create(await newPerson(), {
      languages: ["DE", "zh-CN", "de"],
      eventTypes: ["export.ready", "export.ready"],
    });
    expect(webhook).toMatchObject({ languages: ["de", "zh-Hans"], eventTypes: ["export.ready"] });
    const unknown = CreateWebhookBody.safeParse({ url: "https://example.org", languages: ["de", "xx-nowhere"] });
    expect(unknown.error?.issues).toMatchObject([{ path: ["languages", 1], params: { code: "unsupported_language" } }]);
  });

  test("a webhook's URL must use port 443 or a port from 1024 up", async () => {
    const person = await newPerson();
    for (const port of ["", ":443", ":1024", ":8443"])
      await expect(create(person, { url: `https://example.org${port}/hook` }), port).resolves.toBeDefined();
    for (const port of [":22", ":25", ":80", ":1023"])
      await expect(create(person, { url: `https://example.org${port}/hook` }), port).rejects.toMatchObject({
        details: { errors: [{ path: "url", reason: "address_port" }] },
      });
  });

  test("an account can have at most twenty webhooks, even if several are created concurrently", async () => {
    const person = await newPerson();
    const results = await Promise.allSettled(Array.from({ length: 25 }, () => create(person)));
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(20);
    await expect(create(person)).rejects.toMatchObject({ code: "conflict", details: { reason: "too_many_webhooks" } });
  });
});

test("a key without the webhooks scope can change a webhook's settings but not its URL", async () => {
  const person = await newPerson();
  const key = { ...person, userId: null, keyId: newId("key"), role: "manager", scopes: [...DEFAULT_SCOPES] } as const;
  const { webhook } = await create(person);
  const forbidden = { code: "forbidden", details: { required: "webhooks" } };
  await expect(updateWebhook(key, webhook.id, { url: "https://evil.example/" })).rejects.toMatchObject(forbidden);
  expect(await updateWebhook(key, webhook.id, { description: "CI", status: "disabled" })).toMatchObject({
    url: "https://example.org/hook",
    description: "CI",
    status: "disabled",
    disabledReason: "manual",
  });
  expect(await updateWebhook(person, webhook.id, { url: "https://example.net" })).toMatchObject({
    url: "https://example.net/",
    description: "CI",
  });
});

test("webhooks and projects of another account are not found", async () => {
  const [mine, theirs] = [await newPerson(), await newPerson()];
  const projectId = newId("project");
  await db().insert(projects).values({
    id: projectId,
    accountId: theirs.accountId,
    name: "Theirs",
    sourceLanguage: "en",
    workflow: "mt_review",
  });
  const { webhook } = await create(theirs, { projectId });
  for (const id of [webhook.id, newId("webhook")]) {
    const attempts = await Promise.allSettled([
      getWebhook(mine, id),
      updateWebhook(mine, id, { description: "x" }),
      deleteWebhook(mine, id),
      rotateSecret(mine, id),
      listDeliveries(mine, id, { limit: 20 }),
      db().transaction((tx) => sendTest(mine, id, tx)),
      db().transaction((tx) => redeliver(mine, id, newId("delivery"), tx)),
      db().transaction((tx) => replay(mine, id, { since: 0 }, tx)),
    ]);
    const missing = { code: "not_found", message: "No such webhook." };
    for (const attempt of attempts) expect(attempt).toMatchObject({ status: "rejected", reason: missing });
  }
  expect((await listWebhooks(mine, { limit: 20 })).webhooks).toEqual([]);
  expect(await getWebhook(theirs, webhook.id)).toEqual(webhook);
  for (const id of [projectId, newId("project")])
    await expect(create(mine, { projectId: id })).rejects.toMatchObject({ details: { resource: "project" } });
  const own = (await create(mine)).webhook;
  const sent = await db().transaction((tx) => sendTest(theirs, webhook.id, tx));
  await expect(db().transaction((tx) => redeliver(mine, own.id, sent.id, tx))).rejects.toMatchObject({
    details: { resource: "delivery" },
  });
});
