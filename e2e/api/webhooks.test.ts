import { randomUUID } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import postgres from "postgres";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { idempotencyKeys } from "@/db/schema";
import { newPerson } from "@/e2e/people";
import { startTestServer } from "@/e2e/server.mjs";
import { newId } from "@/lib/base/ids";
import { Browser } from "./browser";
import { call, newAccount } from "./client";

const PASSWORD = "larch-otter-42-vellum";
const NEW_PROJECT = { name: "Help centre", sourceLanguage: "en", targetLanguages: ["es"] };

describe("webhooks over HTTP", () => {
  test("a key without the scope webhooks can list, pause and delete webhooks, but not create or redirect them", async () => {
    const { browser, key } = await manager();
    const made = await browser.send("POST", "/v1/account/webhooks", { url: "https://hooks.example.org/in" });
    expect(made.status).toBe(201);
    expect(made.json.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { id } = made.json.webhook;
    const unsent = await call("GET", `/v1/webhooks/${id}/deliveries?status=pending,failed`, { key });
    expect(unsent.json).toEqual({ deliveries: [], nextCursor: null });
    for (const [method, path] of [
      ["POST", "/v1/account/webhooks"],
      ["POST", `/v1/account/webhooks/${id}/rotate-secret`],
    ] as const)
      expect((await call(method, path, { key, body: { url: "https://evil.example/" } })).status).toBe(403);
    const moved = await call("PATCH", `/v1/webhooks/${id}`, { key, body: { url: "https://evil.example/" } });
    expect([moved.status, moved.json.error.details.required]).toEqual([403, "webhooks"]);

    const rotated = await browser.send("POST", `/v1/account/webhooks/${id}/rotate-secret`);
    expect(rotated.status).toBe(200);
    expect(rotated.json.secret).not.toBe(made.json.secret);
    const list = await call("GET", "/v1/webhooks", { key });
    expect(list.json.webhooks).toMatchObject([{ id, url: "https://hooks.example.org/in", status: "enabled" }]);
    expect(list.text).not.toContain("whsec_");

    const paused = await call("PATCH", `/v1/webhooks/${id}`, { key, body: { status: "disabled", languages: ["ES"] } });
    expect(paused.json).toMatchObject({ status: "disabled", disabledReason: "manual", languages: ["es"] });
    const refused = await call("POST", `/v1/webhooks/${id}/test`, { key });
    expect([refused.status, refused.json.error.details.reason]).toEqual([409, "webhook_disabled"]);
    expect((await call("DELETE", `/v1/webhooks/${id}`, { key })).status).toBe(204);
    expect((await call("GET", `/v1/webhooks/${id}`, { key })).status).toBe(404);
  });

  test("a key with the scope webhooks creates webhooks, and only the response to that request contains the secret", async () => {
    const { key, anotherKey, accountId } = await newAccount();
    const body = { url: "https://hooks.example.org/ci", eventTypes: ["project.completed"] };
    const refused = await call("POST", "/v1/webhooks", { key, body });
    expect([refused.status, refused.json.error.details]).toMatchObject([403, { required: "webhooks" }]);

    const { key: maker } = await anotherKey({ scopes: ["webhooks", "projects:write"] });
    const headers = { "Idempotency-Key": randomUUID() };
    const made = await call("POST", "/v1/webhooks", { key: maker, body, headers });
    expect([made.status, made.json.webhook]).toMatchObject([201, { url: body.url, eventTypes: body.eventTypes }]);
    expect(made.json.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const replayed = await call("POST", "/v1/webhooks", { key: maker, body, headers });
    expect(replayed.headers.get("idempotent-replayed")).toBe("true");
    expect(replayed.json).toEqual(made.json);
    const kept = await db().select().from(idempotencyKeys).where(eq(idempotencyKeys.accountId, accountId));
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain(made.json.secret);

    const path = `/v1/webhooks/${made.json.webhook.id}`;
    expect((await call("GET", path, { key })).text).not.toContain("whsec_");
    const moved = await call("PATCH", path, { key: maker, body: { url: "https://hooks.example.org/moved" } });
    expect(moved.json.url).toBe("https://hooks.example.org/moved");
    const rotate = `/v1/account${path.slice(3)}/rotate-secret`;
    expect((await call("POST", rotate, { key: maker })).status).toBe(403);
  });

  test("webhooks are never sent to a private address", async () => {
    const { browser } = await manager();
    for (const url of [
      "http://example.org/",
      "https://127.0.0.1/",
      "https://[::ffff:169.254.169.254]/",
      "https://localhost/",
    ]) {
      const { status, json } = await browser.send("POST", "/v1/account/webhooks", { url });
      expect([status, json.error.details.errors[0].path]).toEqual([400, "url"]);
    }
  });

  test("managing webhooks requires a manager or a key that can write projects", async () => {
    const { accountId } = await newPerson();
    const reviewer = await newPerson({ accountId, role: "reviewer", password: PASSWORD });
    const browser = new Browser();
    await browser.signIn(reviewer.email, PASSWORD);
    const url = "https://example.org/";
    expect((await browser.send("POST", "/v1/account/webhooks", { url })).status).toBe(403);
    expect((await browser.send("GET", "/v1/webhooks")).status).toBe(403);
    const { key } = await newAccount({ key: { scopes: ["projects:read"] } });
    expect((await call("GET", "/v1/webhooks", { key })).status).toBe(403);
  });

  test("another account's webhooks return 404 like unknown webhooks", async () => {
    const { browser } = await manager();
    const { json } = await browser.send("POST", "/v1/account/webhooks", { url: "https://example.org/" });
    const { key } = await newAccount();
    for (const [method, path, body] of [
      ["GET", ""],
      ["PATCH", "", { status: "disabled" }],
      ["DELETE", ""],
      ["POST", "/test"],
      ["POST", "/replay", { since: 0 }],
      ["GET", "/deliveries"],
      ["POST", `/deliveries/${newId("delivery")}/redeliver`],
    ] as const) {
      const answerTo = async (id: string) => {
        const { status, json } = await call(method, `/v1/webhooks/${id}${path}`, { key, ...(body ? { body } : {}) });
        delete json.error.details.requestId;
        return { status, json };
      };
      const answer = await answerTo(json.webhook.id);
      expect(answer.status, `${method} ${path}`).toBe(404);
      expect(answer).toEqual(await answerTo(newId("webhook")));
    }
  });

  async function manager() {
    const person = await newPerson({ password: PASSWORD, tier: "pro" });
    const browser = new Browser();
    await browser.signIn(person.email, PASSWORD);
    const { json } = await browser.send("POST", "/v1/account/keys", { name: "Test" });
    return { browser, key: json.secret as string };
  }
});

describe("a receiver", () => {
  type Received = { headers: Record<string, string>; body: string };
  const received: Received[] = [];
  let answer: number | "hang" = 200;
  const receiver = http.createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers as Record<string, string>, body });
    if (answer !== "hang") response.writeHead(answer).end();
  });

  let server: Awaited<ReturnType<typeof startTestServer>>;
  let sql: postgres.Sql;
  const env = { WEBHOOK_ALLOW_PRIVATE: "true" };
  beforeAll(async () => {
    await new Promise<void>((listening) => receiver.listen(0, "127.0.0.1", listening));
    server = await startTestServer({ env });
    sql = postgres(server.databaseUrl, { max: 1, onnotice: () => {} });
  });
  afterAll(async () => {
    receiver.closeAllConnections();
    receiver.close();
    await sql.end();
    await server.stop();
  });

  test("a webhook receives each change, even after its receiver fails or the server is killed", async () => {
    const base = server.url;
    const browser = new Browser(base);
    const email = `${randomUUID()}@example.org`;
    await browser.send("POST", "/v1/sign-up", { email, name: "Ada", password: PASSWORD });
    await browser.signIn(email, PASSWORD);
    const { port } = receiver.address() as AddressInfo;
    const made = await browser.send("POST", "/v1/account/webhooks", {
      url: `http://127.0.0.1:${port}/`,
      eventTypes: ["project.created"],
    });
    const { secret } = made.json;
    const { id } = made.json.webhook;
    const verified = () =>
      received.map(({ headers, body }) => new Webhook(secret).verify(body, headers) as { id: string; type: string });
    const newProject = async () => {
      const { json } = await browser.send("POST", "/v1/projects", NEW_PROJECT);
      const { json: events } = await browser.send("GET", `/v1/projects/${json.id}/events`);
      return events.events[0].id as string;
    };
    const deliveries = async () => (await browser.send("GET", `/v1/webhooks/${id}/deliveries`)).json.deliveries;
    const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 30_000, interval: 50 });
    /** Simulates that the time of the next attempt has come. */
    const passTime = () => sql`update webhook_deliveries set next_attempt_at = now() where status = 'pending'`;

    const first = await newProject();
    await eventually(() => verified().map((event) => event.id)).toEqual([first]);
    expect(verified()[0]!.type).toBe("project.created");
    expect(received[0]!.headers["webhook-id"]).toBe(first);

    answer = 500;
    const second = await newProject();
    await eventually(deliveries).toMatchObject([
      { event: { id: second }, status: "pending", attempts: 1, responseStatus: 500, failure: { code: "status" } },
      { event: { id: first }, status: "succeeded" },
    ]);
    answer = "hang";
    await passTime();
    await eventually(() => received.length).toBe(3);
    await server.kill();
    answer = 200;
    await passTime();
    const restarted = await startTestServer({ databaseUrl: server.databaseUrl, secret: server.secret, env });
    try {
      await eventually(() => verified().map((event) => event.id)).toEqual([first, second, second, second]);
      await eventually(
        async () => (await sql`select status from webhook_deliveries where status <> 'succeeded'`).length,
      ).toBe(0);
    } finally {
      await restarted.stop();
    }
  });
});
