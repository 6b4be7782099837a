import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { expectNoSecret, FakeVendor } from "@/e2e/doubles/fake-vendor";
import { requestJson } from "./http";

let fakeVendor: FakeVendor;
beforeAll(async () => {
  fakeVendor = await FakeVendor.start(() => ({ json: { ok: true } }));
});
afterAll(() => fakeVendor.close());
beforeEach(() => {
  fakeVendor.asked.length = 0;
  fakeVendor.next.length = 0;
});

const Answer = z.object({ ok: z.literal(true) });
const headers = { authorization: "Bearer hush" };

function ask(options: { withinMs?: number; backoffMs?: number; signal?: AbortSignal; url?: string } = {}) {
  const { withinMs = 10_000, backoffMs = 1, signal, url = fakeVendor.url } = options;
  const deadline = Date.now() + withinMs;
  return requestJson({ engine: "toy", url, backoffMs }, { path: "/x", headers, body: { q: "hush" } }, Answer, {
    deadline,
    signal,
  });
}

test("a server that keeps failing is reported after four attempts", async () => {
  fakeVendor.next.push(...Array(9).fill({ status: 503, text: "hush" }));
  const error = await ask().catch((error) => error);
  expect(error).toMatchObject({ code: "unavailable", status: 503 });
  expectNoSecret(error, "hush");
  expect(fakeVendor.asked).toHaveLength(4);
});

test("a request fails at once if the retry pause would exceed the deadline", async () => {
  fakeVendor.next.push({ status: 429, headers: { "retry-after": "5" }, text: "" });
  await expect(ask({ withinMs: 2_000 })).rejects.toMatchObject({ code: "overloaded", retryAfterSeconds: 5 });
  expect(fakeVendor.asked).toHaveLength(1);
});

test("a Retry-After header with a date sets the retry delay", async () => {
  const inAMinute = new Date(Date.now() + 60_000).toUTCString();
  fakeVendor.next.push({ status: 503, headers: { "retry-after": inAMinute }, text: "" });
  const error = await ask().catch((error) => error);
  expect(error.retryAfterSeconds).toBeGreaterThan(50);
  expect(error.retryAfterSeconds).toBeLessThanOrEqual(60);
});

test("a caller's disconnect ends the pause between two attempts", async () => {
  fakeVendor.next.push({ status: 503, headers: { "retry-after": "8" }, text: "" });
  const gone = new AbortController();
  const left = ask({ signal: gone.signal, withinMs: 60_000 });
  const reported = expect(left).rejects.toMatchObject({ code: "aborted" });
  await expect.poll(() => fakeVendor.asked.length).toBe(1);
  gone.abort();
  await reported;
});

test("the API key is not sent to the target of a redirect", async () => {
  const elsewhere = await FakeVendor.start(() => ({ json: { ok: true } }));
  fakeVendor.next.push(...Array(9).fill({ status: 307, headers: { location: `${elsewhere.url}/` }, text: "" }));
  await expect(ask()).rejects.toMatchObject({ code: "unavailable" });
  expect(elsewhere.asked).toEqual([]);
  await elsewhere.close();
});

test("reading an answer stops at the size limit, and an answer of 17 MB is an error", async () => {
  fakeVendor.next.push(...Array(9).fill({ text: `"${"x".repeat(17 * 1024 * 1024)}"` }));
  await expect(ask()).rejects.toMatchObject({ code: "unavailable" });
});

test("the error for an unreachable server contains the network error but not the server's address", async () => {
  const gone = await FakeVendor.start(() => ({}));
  await gone.close();
  const error = await ask({ url: gone.url }).catch((error) => error);
  expect(error).toMatchObject({ code: "unavailable", message: "toy cannot be reached: ECONNREFUSED." });
  expectNoSecret(error, "hush", gone.url);
});
