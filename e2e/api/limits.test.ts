import { describe, expect, test } from "vitest";
import { startTestServer } from "@/e2e/server.mjs";
import { newId } from "@/lib/base/ids";
import { revokeKey } from "@/lib/identity/accounts/keys";
import { baseUrl, call, newAccount } from "./client";

/** Sends `n` requests over 64 connections; returns their statuses. */
async function flood(n: number, one: (i: number) => Promise<{ status: number }>): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  let next = 0;
  const lane = async () => {
    for (let i = next++; i < n; i = next++) {
      const { status } = await one(i);
      counts[status] = (counts[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 64 }, lane));
  return counts;
}

describe("the hourly limit over HTTP", () => {
  test("exactly 100 of 200 concurrent requests succeed across two servers and two keys if the account has 100 requests left", async () => {
    const second = await startTestServer({
      databaseUrl: process.env.DATABASE_URL,
      secret: process.env.DRAGOMAN_SECRET,
    });
    try {
      const { key, anotherKey } = await newAccount({ tier: "free" });
      const other = await anotherKey();
      const counts = await flood(200, (i) =>
        call("GET", "/v1/me", {
          key: i % 3 ? key : other.key,
          base: i % 2 ? baseUrl() : second.url,
          documented: false,
        }),
      );
      expect(counts).toEqual({ 200: 100, 429: 100 });
    } finally {
      await second.stop();
    }
  });

  test("a 429 response names the limit and the time of its reset, and rate-limit headers count down by one for each request", async () => {
    const { key } = await newAccount({ limits: { requestsPerHour: 3 } });
    const remaining = [];
    for (let i = 0; i < 3; i++) {
      const { headers } = await call("GET", "/v1/me", { key });
      expect(headers.get("ratelimit-policy")).toBe('"account";q=3;w=3600');
      expect(headers.get("ratelimit")).toMatch(/^"account";r=\d;t=3[56]\d\d$/);
      expect(headers.get("x-ratelimit-limit")).toBe("3");
      remaining.push(headers.get("x-ratelimit-remaining"));
    }
    expect(remaining).toEqual(["2", "1", "0"]);
    const { status, headers, json } = await call("GET", "/v1/me", { key });
    expect(status).toBe(429);
    expect(json.error.details).toMatchObject({ tier: "enterprise", limit: 3, remaining: 0, windowSeconds: 3600 });
    expect(headers.get("retry-after")).toBe(String(json.error.details.retryAfterSeconds));
    expect(Number(headers.get("x-ratelimit-reset"))).toBeGreaterThan(Date.now() / 1000);
  });

  test("requests that don't count towards the limit are never refused by it, and invalid requests count", async () => {
    const { key } = await newAccount({ limits: { requestsPerHour: 1 } });
    expect((await call("POST", "/v1/translate", { key, body: {} })).status).toBe(400);
    expect((await call("GET", "/v1/me", { key })).status).toBe(429);
    const usage = await call("GET", "/v1/usage", { key });
    expect(usage.status).toBe(200);
    expect(usage.json.rateLimit).toMatchObject({ limit: 1, used: 1, remaining: 0 });
    expect((await call("GET", "/v1/files", { key })).status).toBe(200);
  });

  test("an exhausted limit is reported before other faults, even with If-None-Match", async () => {
    const { key } = await newAccount({ limits: { requestsPerHour: 1 } });
    await call("GET", "/v1/me", { key });
    for (const path of [`/v1/projects/${newId("project")}`, "/v1/projects?limit=x", "/v1/languages"]) {
      const { status } = await call("GET", path, { key, headers: { "If-None-Match": '"other"' } });
      expect(status, path).toBe(429);
    }
  });

  test("a key's limit applies in addition to the account's", async () => {
    const { key, anotherKey } = await newAccount({ limits: { requestsPerHour: 4 } });
    const small = await anotherKey({ hourlyLimit: 2 });
    const statuses = [];
    for (const one of [small.key, small.key, small.key, key, key, key])
      statuses.push((await call("GET", "/v1/me", { key: one })).status);
    expect(statuses).toEqual([200, 200, 429, 200, 200, 429]);
  });

  test("an unlimited account gets no rate-limit headers", async () => {
    const { key } = await newAccount();
    const { headers } = await call("GET", "/v1/me", { key });
    expect([...headers.keys()].filter((name) => name.includes("ratelimit"))).toEqual([]);
  });
});

describe("keys", () => {
  test("a key works from its creation until it is revoked", async () => {
    const { key, keyId, accountId } = await newAccount();
    expect((await call("GET", "/v1/me", { key })).status).toBe(200);
    await revokeKey({ accountId, userId: null }, keyId);
    const counts = await flood(64, () => call("GET", "/v1/me", { key, documented: false }));
    expect(counts[200]).toBeUndefined();
  });

  test("wrong keys from one address are throttled after 20 failures in a minute, and a valid key still works from that address", async () => {
    const { key } = await newAccount();
    const wrong = `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`;
    const answers = await Promise.all(Array.from({ length: 25 }, () => call("GET", "/v1/me", { key: wrong })));
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.json.error.message).toContain("Too many wrong keys");
    expect((await call("GET", "/v1/me", { key })).status).toBe(200);
  });
});
