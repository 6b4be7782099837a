import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.DRAGOMAN_SECRET ??= "a secret of the tests that is long enough";
  process.env.WEBHOOK_ALLOW_PRIVATE = "true";
  process.env.LOG_LEVEL ??= "silent";
});

import { createHmac } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { desc, eq, ne, sql } from "drizzle-orm";
import { Webhook as ReferenceVerifier, WebhookVerificationError } from "standardwebhooks";
import { db } from "@/db/client";
import { events, jobs, webhookDeliveries, webhooks } from "@/db/schema";
import { newPerson, type TestPerson } from "@/e2e/people";
import type { EventType } from "@/lib/schemas/events";
import { recordEvent } from "@/lib/work/events/record";
import { type Claim, claimDelivery, deliver } from "./deliver";
import { listDeliveries, redeliver, sendTest } from "./deliveries";
import { replay } from "./replay";
import { type Sender, startSender } from "./sender";
import { createWebhook, getWebhook, rotateSecret, updateWebhook } from "./webhooks";

type Received = { path: string; id: string; timestamp: string; signature: string; body: string };

/** Records requests, and sends the response configured for the path. */
const received: Received[] = [];
const answers = new Map<string, { status: number; headers?: Record<string, string> } | "hang">();
const server = http.createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const header = (name: string) => String(request.headers[`webhook-${name}`]);
  const path = request.url!;
  received.push({ path, id: header("id"), timestamp: header("timestamp"), signature: header("signature"), body });
  const answer = answers.get(path) ?? { status: 200 };
  if (answer === "hang") return;
  response.writeHead(answer.status, answer.headers).end();
});
beforeAll(() => new Promise<void>((done) => server.listen(0, "127.0.0.1", done)));

let sender: Sender | undefined;
afterEach(async () => {
  await sender?.stop();
  sender = undefined;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
});

let made = 0;
async function newReceiver(person: TestPerson, more: { eventTypes?: EventType[] } = {}) {
  const path = `/${++made}`;
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const input = { url, description: "", projectId: null, eventTypes: [], languages: [], ...more };
  const { webhook, secret } = await db().transaction((tx) => createWebhook(person, input, tx));
  return {
    id: webhook.id,
    secret,
    answer: (status: number, headers?: Record<string, string>) =>
      answers.set(path, { status, ...(headers ? { headers } : {}) }),
    hang: () => answers.set(path, "hang"),
    got: () => received.filter((one) => one.path === path),
  };
}

async function record(person: TestPerson, data: Record<string, unknown> = {}): Promise<string> {
  await db().transaction((tx) =>
    recordEvent(tx, {
      accountId: person.accountId,
      projectId: null,
      type: "project.created",
      actor: { type: "user", id: person.userId },
      data,
    }),
  );
  const [event] = await db()
    .select()
    .from(events)
    .where(eq(events.accountId, person.accountId))
    .orderBy(desc(events.sequence))
    .limit(1);
  return event!.id;
}

const deliveries = async (person: TestPerson, webhookId: string) =>
  (await listDeliveries(person, webhookId, { limit: 100 })).deliveries;

/** Simulates that the time of the next attempt has come. */
const passTime = (webhookId: string) =>
  db()
    .update(webhookDeliveries)
    .set({ nextAttemptAt: sql`now()` })
    .where(sql`${webhookDeliveries.webhookId} = ${webhookId} and ${webhookDeliveries.status} = 'pending'`);

/** Simulates that deliveries have failed for this many hours. */
const failedFor = (webhookId: string, hours: number) =>
  db()
    .update(webhooks)
    .set({ firstFailedAt: sql`now() - make_interval(hours => ${hours})` })
    .where(eq(webhooks.id, webhookId));

const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 20_000, interval: 20 });

/** Makes every attempt that is due now. */
async function sendDue(webhookId: string): Promise<void> {
  for (;;) {
    const claim = await claimOf(webhookId);
    if (!claim) return;
    await deliver(claim, { allowPrivate: true, signal: new AbortController().signal });
  }
}

/** The next due delivery of this webhook. Deliveries of other webhooks are ignored. */
async function claimOf(webhookId: string): Promise<Claim | null> {
  const others = await db().select({ id: webhooks.id }).from(webhooks).where(ne(webhooks.id, webhookId));
  return claimDelivery({ webhooks: others.map((one) => one.id), accounts: [] });
}

/**
 * Verifies a message as a receiver does, by the specification of Standard Webhooks 1.0. Its reference library must
 * agree.
 */
function verify(secret: string, message: Received): boolean {
  const { id, timestamp, signature, body } = message;
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  const fresh = Math.abs(Date.now() / 1000 - Number(timestamp)) < 300;
  const valid = fresh && signature.split(" ").includes(`v1,${expected}`);
  const headers = { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature };
  const reference = () => new ReferenceVerifier(secret).verify(body, headers);
  if (valid) expect(reference()).toEqual(JSON.parse(body));
  else expect(reference).toThrow(WebhookVerificationError);
  return valid;
}

describe("delivering events", () => {
  test("a webhook delivery contains the event with its id and is signed as Standard Webhooks requires", async () => {
    const person = await newPerson();
    const receiver = await newReceiver(person);
    const id = await record(person, { name: "Größe 🧵" });
    sender = await startSender();
    await eventually(receiver.got).toHaveLength(1);
    const [message] = receiver.got();
    expect(message!.id).toBe(id);
    expect(verify(receiver.secret, message!)).toBe(true);
    expect(verify(receiver.secret, { ...message!, body: message!.body.replace("Größe", "Grösse") })).toBe(false);
    expect(verify(receiver.secret, { ...message!, id: "evt_other" })).toBe(false);
    const [event] = await db().select().from(events).where(eq(events.id, id));
    expect(JSON.parse(message!.body)).toEqual({
      id,
      type: "project.created",
      timestamp: event!.createdAt.toISOString(),
      sequence: event!.sequence,
      apiVersion: "v1",
      actor: { type: "user", id: person.userId, name: "Ada Test" },
      data: { name: "Größe 🧵" },
    });
    await eventually(() => deliveries(person, receiver.id)).toMatchObject([
      { status: "succeeded", attempts: 1, responseStatus: 200, failure: null, nextAttemptAt: null },
    ]);
  });

  test("a webhook delivery is sent once to each webhook, even with several sender processes", async () => {
    const person = await newPerson();
    const [one, two] = [await newReceiver(person), await newReceiver(person)];
    const ids = new Set<string>();
    const senders = await Promise.all([startSender(), startSender(), startSender()]);
    for (let i = 0; i < 20; i++) ids.add(await record(person));
    for (const receiver of [one, two]) {
      await eventually(async () =>
        (await deliveries(person, receiver.id)).filter((d) => d.status === "succeeded"),
      ).toHaveLength(20);
      expect(receiver.got()).toHaveLength(20);
      expect(new Set(receiver.got().map((message) => message.id))).toEqual(ids);
    }
    await Promise.all(senders.map((one) => one.stop()));
  });

  test("a webhook delivery to an unreachable receiver is sent again later with the same id and a new signature", async () => {
    const person = await newPerson();
    const receiver = await newReceiver(person);
    receiver.answer(500);
    const ids = [await record(person), await record(person), await record(person)];
    for (const attempts of [1, 2]) {
      await sendDue(receiver.id);
      for (const delivery of await deliveries(person, receiver.id))
        expect(delivery).toMatchObject({ status: "pending", attempts, failure: { code: "status" } });
      expect((await getWebhook(person, receiver.id)).failingSince).not.toBeNull();
      await passTime(receiver.id);
    }
    receiver.answer(204);
    await sendDue(receiver.id);
    for (const delivery of await deliveries(person, receiver.id))
      expect(delivery).toMatchObject({ status: "succeeded", attempts: 3, failure: null });
    expect(receiver.got()).toHaveLength(9);
    expect(
      new Set(
        receiver
          .got()
          .slice(-3)
          .map((message) => message.id),
      ),
    ).toEqual(new Set(ids));
    expect(receiver.got().every((message) => verify(receiver.secret, message))).toBe(true);
    expect((await getWebhook(person, receiver.id)).failingSince).toBeNull();
  });

  test("a webhook delivery is sent again with the same id if a crash prevented its result from being stored", async () => {
    const person = await newPerson();
    const receiver = await newReceiver(person);
    const id = await record(person);
    // The process dies after sending, before it records the response.
    const claim = await claimOf(receiver.id);
    const killed = new AbortController();
    receiver.hang();
    const sending = deliver(claim!, { allowPrivate: true, signal: killed.signal });
    await eventually(receiver.got).toHaveLength(1);
    killed.abort(new Error("killed"));
    await expect(sending).rejects.toThrow("killed");
    receiver.answer(200);
    // Its lease has expired.
    await passTime(receiver.id);
    sender = await startSender();
    await eventually(() => deliveries(person, receiver.id)).toMatchObject([{ status: "succeeded", attempts: 2 }]);
    expect(receiver.got().map((message) => message.id)).toEqual([id, id]);
  });

  test("a webhook delivery that another process has taken over isn't changed by a late result of the first process", async () => {
    const person = await newPerson();
    const receiver = await newReceiver(person);
    await record(person);
    const first = await claimOf(receiver.id);
    await passTime(receiver.id);
    const second = await claimOf(receiver.id);
    receiver.answer(500);
    await deliver(first!, { allowPrivate: true, signal: new AbortController().signal });
    expect(await deliveries(person, receiver.id)).toMatchObject([{ status: "pending", attempts: 2, failure: null }]);
    receiver.answer(200);
    await deliver(second!, { allowPrivate: true, signal: new AbortController().signal });
    expect(await deliveries(person, receiver.id)).toMatchObject([{ status: "succeeded", attempts: 2 }]);
  });

  test("a webhook delivery interrupted when its sender stops is sent by the next sender", async () => {
    const person = await newPerson();
    const receiver = await newReceiver(person);
    receiver.hang();
    await record(person);
    sender = await startSender();
    await eventually(receiver.got).toHaveLength(1);
    await sender.stop();
    receiver.answer(200);
    sender = await startSender();
    await eventually(() => deliveries(person, receiver.id)).toMatchObject([{ status: "succeeded", attempts: 1 }]);
  });

  test("a slow receiver doesn't delay other receivers", async () => {
    const person = await newPerson();
    const [slow, quick] = [await newReceiver(person, { eventTypes: ["project.created"] }), await newReceiver(person)];
    slow.hang();
    sender = await startSender();
    for (let i = 0; i < 40; i++) await record(person);
    await eventually(async () =>
      (await deliveries(person, quick.id)).filter((d) => d.status === "succeeded"),
    ).toHaveLength(40);
    expect(slow.got().length).toBeLessThanOrEqual(4);
  });

  test("many slow receivers of one account don't delay receivers of other accounts", async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const slow = [];
    for (let i = 0; i < 6; i++) slow.push(await newReceiver(person));
    for (const receiver of slow) receiver.hang();
    const quick = await newReceiver(other);
    for (let i = 0; i < 5; i++) await record(person);
    sender = await startSender({ allowPrivate: true, timeoutMs: 600_000 });
    await record(other);
    await eventually(quick.got).toHaveLength(1);
    expect(slow.flatMap((receiver) => receiver.got()).length).toBeLessThanOrEqual(8);
  });
});

describe("failing webhooks", () => {
  test("a failing webhook is retried after the delay that its receiver requests", async () => {
    const person = await newPerson();
    const receiver = await newReceiver(person);
    for (const status of [429, 503]) {
      receiver.answer(status, { "retry-after": "7200" });
      const id = await record(person);
      await sendDue(receiver.id);
      const delivery = (await deliveries(person, receiver.id)).find((one) => one.event.id === id)!;
      expect(delivery).toMatchObject({ status: "pending", responseStatus: status });
      expect(Date.parse(delivery.nextAttemptAt!) - Date.now()).toBeGreaterThan(7_100_000);
    }
  });

  test("a webhook delivery is marked as failed after ten attempts", async () => {
    const person = await newPerson();
    const receiver = await newReceiver(person);
    receiver.answer(500);
    await record(person);
    for (let attempts = 1; attempts <= 10; attempts++) {
      await passTime(receiver.id);
      await sendDue(receiver.id);
      const status = attempts < 10 ? "pending" : "failed";
      expect(await deliveries(person, receiver.id)).toMatchObject([{ attempts, status }]);
    }
    await passTime(receiver.id);
    await sendDue(receiver.id);
    expect(receiver.got()).toHaveLength(10);
  });

  test("a webhook whose receiver answers 410 is disabled immediately, with an event, and keeps its pending deliveries", async () => {
    const person = await newPerson();
    const receiver = await newReceiver(person, { eventTypes: ["project.created"] });
    const watcher = await newReceiver(person, { eventTypes: ["webhook.disabled"] });
    receiver.answer(410);
    await record(person);
    sender = await startSender();
    await eventually(watcher.got).toHaveLength(1);
    expect(JSON.parse(watcher.got()[0]!.body)).toMatchObject({
      type: "webhook.disabled",
      actor: { type: "system" },
      data: { webhook: { id: receiver.id, host: expect.stringContaining("127.0.0.1") }, reason: "gone" },
    });
    expect(await getWebhook(person, receiver.id)).toMatchObject({ status: "disabled", disabledReason: "gone" });
    expect(await deliveries(person, receiver.id)).toMatchObject([{ status: "failed", responseStatus: 410 }]);
    await record(person);
    expect(await deliveries(person, receiver.id)).toHaveLength(1);
  });

  test("a webhook causes one warning after six hours without success, and is disabled after three days", async () => {
    const person = await newPerson();
    const receiver = await newReceiver(person, { eventTypes: ["project.created"] });
    const reported = async () =>
      (
        await db()
          .select({ type: events.type })
          .from(events)
          .where(sql`${events.accountId} = ${person.accountId} and ${events.type} like 'webhook.%'`)
          .orderBy(events.sequence)
      ).map((event) => event.type);
    const failAgain = async (hours: number) => {
      await failedFor(receiver.id, hours);
      await passTime(receiver.id);
      await sendDue(receiver.id);
    };
    receiver.answer(500);
    await record(person);
    await sendDue(receiver.id);
    await failAgain(5);
    expect(await reported()).toEqual([]);
    await failAgain(7);
    await failAgain(8);
    expect(await reported()).toEqual(["webhook.failing"]);
    await failAgain(71);
    expect((await getWebhook(person, receiver.id)).status).toBe("enabled");
    await record(person);
    await failAgain(73);
    expect(await getWebhook(person, receiver.id)).toMatchObject({ status: "disabled", disabledReason: "failing" });
    expect(await reported()).toEqual(["webhook.failing", "webhook.disabled"]);

    // Nothing more is sent until the webhook is enabled again; then the pending deliveries continue.
    const sent = receiver.got().length;
    await sendDue(receiver.id);
    expect(receiver.got()).toHaveLength(sent);
    receiver.answer(200);
    const enabled = await updateWebhook(person, receiver.id, { status: "enabled" });
    expect(enabled).toMatchObject({ disabledReason: null, failingSince: null });
    await sendDue(receiver.id);
    expect((await deliveries(person, receiver.id)).map((one) => one.status)).toEqual(["succeeded", "succeeded"]);
  });

  test("a failing webhook queues no mails if no mail server is configured", async () => {
    const person = await newPerson();
    const receiver = await newReceiver(person);
    receiver.answer(410);
    await record(person);
    sender = await startSender();
    await eventually(() => getWebhook(person, receiver.id)).toMatchObject({ status: "disabled" });
    expect(await db().select().from(jobs).where(eq(jobs.accountId, person.accountId))).toEqual([]);
  });
});

describe("rotating a webhook's secret", () => {
  test("deliveries are signed with the new and the old secret for a day after rotating a webhook's secret", async () => {
    const person = await newPerson();
    const receiver = await newReceiver(person);
    const { secret, webhook } = await rotateSecret(person, receiver.id);
    expect(secret).not.toBe(receiver.secret);
    expect(Date.parse(webhook.previousSecretExpiresAt!) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    await record(person);
    sender = await startSender();
    await eventually(receiver.got).toHaveLength(1);
    for (const one of [secret, receiver.secret]) expect(verify(one, receiver.got()[0]!)).toBe(true);

    await db().update(webhooks).set({ previousSecretExpiresAt: sql`now()` }).where(eq(webhooks.id, receiver.id));
    expect((await getWebhook(person, receiver.id)).previousSecretExpiresAt).toBeNull();
    await record(person);
    await eventually(receiver.got).toHaveLength(2);
    const [, second] = receiver.got();
    expect(verify(secret, second!)).toBe(true);
    expect(verify(receiver.secret, second!)).toBe(false);
  });

  test("a webhook whose secret can't be decrypted sends nothing until its secret is replaced", async () => {
    const person = await newPerson();
    const receiver = await newReceiver(person);
    await db()
      .update(webhooks)
      .set({ secret: Buffer.from("sealed by another server") })
      .where(eq(webhooks.id, receiver.id));
    await record(person);
    sender = await startSender();
    await eventually(async () => (await deliveries(person, receiver.id))[0]?.failure?.code).toBe("secret_unreadable");
    expect(receiver.got()).toEqual([]);
  });
});

describe("sending events again", () => {
  test("a test event is sent once and only to the chosen webhook, whatever event types it subscribes to", async () => {
    const person = await newPerson();
    const receiver = await newReceiver(person, { eventTypes: ["export.ready"] });
    const other = await newReceiver(person);
    receiver.answer(500);
    sender = await startSender();
    await db().transaction((tx) => sendTest(person, receiver.id, tx));
    await eventually(() => deliveries(person, receiver.id)).toMatchObject([
      { event: { type: "webhook.test" }, status: "failed", attempts: 1, responseStatus: 500 },
    ]);
    expect((await getWebhook(person, receiver.id)).failingSince).toBeNull();
    expect(await deliveries(person, other.id)).toEqual([]);
  });

  test("sending a delivery again keeps its id", async () => {
    const person = await newPerson();
    const receiver = await newReceiver(person);
    const id = await record(person);
    sender = await startSender();
    await eventually(async () => (await deliveries(person, receiver.id))[0]?.status).toBe("succeeded");
    const [delivery] = await deliveries(person, receiver.id);
    await db().transaction((tx) => redeliver(person, receiver.id, delivery!.id, tx));
    await eventually(receiver.got).toHaveLength(2);
    expect(receiver.got().map((message) => message.id)).toEqual([id, id]);
    // The number of attempts includes those before the resend.
    await eventually(() => deliveries(person, receiver.id)).toMatchObject([{ status: "succeeded", attempts: 2 }]);
  });

  test("past events after a number, an event id or a time can be sent again if the webhook subscribes to them", async () => {
    const person = await newPerson();
    const before = await newReceiver(person);
    const ids = [await record(person), await record(person), await record(person)];
    const receiver = await newReceiver(person, { eventTypes: ["project.created"] });
    await db().transaction((tx) => sendTest(person, receiver.id, tx));
    const [first] = await db().select().from(events).where(eq(events.id, ids[0]!));
    const again = async (since: number | string | Date) => {
      const result = await db().transaction((tx) => replay(person, receiver.id, { since }, tx));
      expect(result.nextSince).toBeNull();
      return result.deliveries;
    };
    expect(await again(0)).toBe(3);
    expect(await again(first!.sequence)).toBe(2);
    expect(await again(ids[1]!)).toBe(1);
    expect(await again(first!.createdAt)).toBe(3);
    expect(await again(new Date(Date.now() + 60_000))).toBe(0);
    sender = await startSender();
    await eventually(async () =>
      (await deliveries(person, receiver.id)).filter((d) => d.status === "succeeded"),
    ).toHaveLength(4);
    expect(new Set(receiver.got().map((message) => message.id))).toEqual(
      new Set([...ids, receiver.got().find((m) => m.body.includes("webhook.test"))!.id]),
    );
    expect(before.got()).toHaveLength(3);
  });

  test("deliveries can be sent again only if the webhook is enabled", async () => {
    const person = await newPerson();
    const receiver = await newReceiver(person);
    await record(person);
    const [delivery] = await deliveries(person, receiver.id);
    await updateWebhook(person, receiver.id, { status: "disabled" });
    const refused = { code: "conflict", details: { reason: "webhook_disabled" } };
    for (const attempt of [
      () => db().transaction((tx) => sendTest(person, receiver.id, tx)),
      () => db().transaction((tx) => redeliver(person, receiver.id, delivery!.id, tx)),
      () => db().transaction((tx) => replay(person, receiver.id, { since: 0 }, tx)),
    ])
      await expect(attempt()).rejects.toMatchObject(refused);
  });
});
