import { expect, test, vi } from "vitest";
import { db, sql } from "@/db/client";
import { askFromProcesses, mostInWindow } from "@/e2e/bench/limiter-processes.mjs";
import { createAccount, operatorOf, updateAccount } from "@/lib/identity/accounts/accounts";
import { createKey, revokeKey } from "@/lib/identity/accounts/keys";
import { hashApiKey } from "@/lib/identity/auth/api-key";
import { admitKey, type Decision } from "./limiter";

type Active = Extract<Decision, { state: "active" }>;

async function leasedAccount(requestsPerHour: number | null) {
  const { id } = await createAccount(db(), { name: "Leased", tier: "pro", limits: { requestsPerHour } });
  await updateAccount(id, { leased: true });
  const { secret, key } = await createKey(await operatorOf(id), { name: "Test" });
  const hash = hashApiKey(secret);
  return { id, hash, keyId: key.id, request: () => admitKey(hash, true) as Promise<Active> };
}

const inParallel = (times: number, request: () => Promise<Active>) =>
  Promise.all(Array.from({ length: times }, request));

const counted = async (id: string): Promise<number> => {
  const [row] = await sql()<{ used: number }[]>`
    select h.events as used from rate_heads h where subject = ${id}
       and events = (select coalesce(sum(n), 0) from rate_events where subject = ${id})`;
  return row?.used ?? -1;
};

test("an account whose limit is leased in blocks is admitted exactly up to its limit, and unused requests are returned", async () => {
  const { id, request } = await leasedAccount(500);
  const first = await inParallel(120, request);
  expect(first.filter(({ admitted }) => admitted)).toHaveLength(120);
  await vi.waitUntil(async () => (await counted(id)) === 120, { timeout: 30_000 });
  const rest = await inParallel(500, request);
  expect(rest.filter(({ admitted }) => admitted)).toHaveLength(380);
  expect(rest.find(({ admitted }) => !admitted)).toMatchObject({
    refusedBy: "account",
    account: { limit: 500, remaining: 0 },
  });
  expect(rest.find(({ admitted }) => !admitted)?.retryAfterSeconds).toBeGreaterThan(3_500);
  await vi.waitUntil(async () => (await counted(id)) === 500, { timeout: 30_000 });
});

test("a refunded request of a leased block can be used again, in that block and in later blocks", async () => {
  const { id, request } = await leasedAccount(5);
  const admitted = await inParallel(5, request);
  expect(admitted.map((one) => one.admitted)).toEqual(Array(5).fill(true));
  await admitted[4]!.refund();
  expect((await request()).admitted).toBe(true);
  expect((await request()).admitted).toBe(false);
  await vi.waitUntil(async () => (await counted(id)) === 5, { timeout: 30_000 });
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await admitted[3]!.refund();
  expect(await counted(id)).toBe(4);
  expect((await request()).admitted).toBe(true);
});

test("requests are refused within two seconds after their key is revoked or their account's leasing ends with a limit of zero", async () => {
  const { id, hash, keyId, request } = await leasedAccount(null);
  await inParallel(50, request);
  await updateAccount(id, { leased: false, limits: { requestsPerHour: 0 } });
  await vi.waitUntil(async () => !(await request()).admitted, { timeout: 2_000 });
  await updateAccount(id, { leased: true, limits: { requestsPerHour: null } });
  await inParallel(50, request);
  await revokeKey({ accountId: id, userId: null }, keyId);
  await vi.waitUntil(async () => (await admitKey(hash, true)).state === "revoked", { timeout: 2_000 });
});

test("several servers that lease the same limit concurrently never exceed it in any window", async () => {
  const limit = 400;
  const windowSeconds = 2;
  const { hash } = await leasedAccount(limit);
  const measured = await askFromProcesses({ processes: 3, hash, windowSeconds, seconds: 7, lanes: 16 });
  expect(mostInWindow(measured.admitted, windowSeconds)).toBeLessThanOrEqual(limit);
  expect(measured.admitted.length, "blocks are given back, so most of the limit is used").toBeGreaterThan(limit);
  expect(measured.asked).toBeGreaterThan(measured.admitted.length);
}, 60_000);
