import { describe, expect, test } from "vitest";
import { db, sql } from "@/db/client";
import type { LimitOverrides } from "@/db/schema/accounts";
import { runs } from "@/e2e/long";
import { createAccount, operatorOf, updateAccount } from "@/lib/identity/accounts/accounts";
import { createKey } from "@/lib/identity/accounts/keys";
import { hashApiKey } from "@/lib/identity/auth/api-key";
import type { Tier } from "@/lib/vocabulary/accounts";
import { admitKey, admitSubject, type Decision } from "./limiter";

type Active = Extract<Decision, { state: "active" }>;

describe("concurrent requests", () => {
  test("the rate limiter admits exactly as many concurrent requests as the limit allows", async () => {
    for (let round = 0; round < runs(50); round++) {
      const { request } = await account("free");
      const decisions = await inParallel(200, 64, request);
      expect(decisions.filter((one) => one.admitted)).toHaveLength(100);
      const left = decisions.filter((one) => one.admitted).map((one) => one.account?.remaining);
      expect(new Set(left).size, "each admitted request saw another number left").toBe(100);
      expect(decisions.filter((one) => !one.admitted).every((one) => one.account?.remaining === 0)).toBe(true);
    }
  });

  test("the limit is never exceeded in any time window, even under load that spans many windows", async () => {
    const limit = 20;
    const windowMs = 250;
    const { hash } = await account("free", { requestsPerHour: limit });
    const charged: number[] = [];
    const send = async () => {
      const [row] = await sql()<{ us: string | null }[]>`
        select (extract(epoch from charged_at) * 1000000)::bigint::text as us
          from admit(${hash}, true, make_interval(secs => ${windowMs / 1000}), 100, 1000)`;
      if (row?.us) charged.push(Number(row.us));
    };
    const fiveWindows = async () => {
      while (charged.length < 5 * limit) await send();
    };
    await Promise.all(Array.from({ length: 32 }, fiveWindows));
    charged.sort((a, b) => a - b);
    for (let i = limit; i < charged.length; i++)
      expect(charged[i]! - charged[i - limit]!).toBeGreaterThanOrEqual(windowMs * 1000);
  });
});

describe("account limits", () => {
  test("all keys of an account share the account's limit", async () => {
    const first = await account("free");
    const second = await first.anotherKey();
    const decisions = await inParallel(160, 32, (i) => (i % 2 ? first.request() : second.request()));
    expect(decisions.filter((one) => one.admitted)).toHaveLength(100);
  });

  test("requests of other accounts don't count toward an account's limit", async () => {
    const [busy, quiet] = [
      await account("free", { requestsPerHour: 1 }),
      await account("free", { requestsPerHour: 1 }),
    ];
    await inParallel(5, 5, busy.request);
    expect((await quiet.request()).admitted).toBe(true);
  });

  test("a changed tier applies its limit from an account's next request, and previous requests still count towards the limit", async () => {
    const { id, request } = await account("free", { requestsPerHour: 2 });
    await inParallel(3, 1, request);
    await updateAccount(id, { tier: "pro", limits: {} });
    expect((await request()).account).toMatchObject({ limit: 1000, remaining: 997 });
    await updateAccount(id, { tier: "free", limits: { requestsPerHour: 2 } });
    expect((await request()).admitted).toBe(false);
  });

  test("an account without a limit is never refused, and its responses have no limit headers", async () => {
    const { request } = await account("enterprise");
    const decisions = await inParallel(150, 16, request);
    expect(decisions.every((one) => one.admitted && one.account === null)).toBe(true);
  });

  test("an account limit of zero refuses every request", async () => {
    const { request } = await account("enterprise", { requestsPerHour: 0 });
    expect((await request()).admitted).toBe(false);
  });
});

describe("key limits", () => {
  test("a key's own limit stops only that key, even if the account's limit is not reached", async () => {
    const { request, anotherKey } = await account("free");
    const limited = await anotherKey(5);
    const decisions = await inParallel(20, 10, limited.request);
    expect(decisions.filter((one) => one.admitted)).toHaveLength(5);
    expect(decisions.find((one) => !one.admitted)).toMatchObject({ refusedBy: "key", key: { limit: 5, remaining: 0 } });
    expect((await request()).account, "what the key was refused was not charged to the account").toMatchObject({
      remaining: 94,
    });
  });

  test("a request refused by the account's limit doesn't count toward the key's own limit", async () => {
    const { id, anotherKey } = await account("free", { requestsPerHour: 1 });
    const limited = await anotherKey(5);
    await inParallel(4, 1, limited.request);
    await updateAccount(id, { limits: {} });
    expect((await limited.request()).key).toMatchObject({ remaining: 3 });
  });
});

describe("refused requests", () => {
  test("a refused request gets the exact number of seconds until another request is admitted", async () => {
    const { id, request } = await account("free", { requestsPerHour: 2 });
    await request();
    await passTime(id, 600);
    await request();
    const refused = await request();
    expect(refused.admitted).toBe(false);
    const wait = refused.retryAfterSeconds ?? 0;
    expect(wait, "until the oldest of the two has left the hour").toBeGreaterThan(2990);
    expect(wait).toBeLessThanOrEqual(3000);
    await passTime(id, wait - 60);
    expect((await request()).admitted).toBe(false);
    await passTime(id, 60);
    expect((await request()).admitted).toBe(true);
    expect((await request()).admitted, "only one place had become free").toBe(false);
  });

  test("a refused request doesn't count toward the limit", async () => {
    const { id, request } = await account("free", { requestsPerHour: 1 });
    await inParallel(10, 5, request);
    await passTime(id, 3600);
    expect((await request()).admitted).toBe(true);
  });
});

test("refunding a request frees capacity for both the account and the key", async () => {
  const { anotherKey } = await account("free", { requestsPerHour: 1 });
  const limited = await anotherKey(1);
  const charged = await limited.request();
  expect((await limited.request()).admitted).toBe(false);
  await charged.refund();
  await charged.refund();
  expect((await limited.request()).admitted).toBe(true);
  expect((await limited.request()).admitted, "taking back twice gives one place").toBe(false);
});

test("checking a limit without using it is not counted and is never refused", async () => {
  const { hash, request } = await account("free", { requestsPerHour: 1 });
  await request();
  const looks = await inParallel(5, 5, () => admitKey(hash, false) as Promise<Active>);
  expect(looks.every((look) => look.admitted && look.account?.remaining === 0)).toBe(true);
});

test("checking a limit without using it reads only the total and one event, and deletes events older than an hour", async () => {
  const { id, hash } = await account("enterprise", { requestsPerHour: 1_000_000 });
  await sql()`insert into rate_heads (subject, events, last_at) values (${id}, 20000, now())`;
  await sql()`insert into rate_events (subject, at) select ${id}, now() - make_interval(secs => 0.1 * n) from generate_series(1, 20000) n`;
  await sql().unsafe("analyze rate_events");
  const look = () => admitKey(hash, false) as Promise<Active>;
  const read = await sql().begin(async (tx) => {
    // The view also includes reads of earlier transactions on this connection, until PostgreSQL reports them.
    const rowsRead = async () => {
      const [row] = await tx<{ rows: number }[]>`
        select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables where relname = 'rate_events'`;
      return row?.rows ?? 0;
    };
    const before = await rowsRead();
    await tx`select * from rate_read(${id}, interval '1 hour')`;
    return (await rowsRead()) - before;
  });
  expect(read).toBeLessThan(10);
  expect((await look()).account?.remaining).toBe(980_000);
  await passTime(id, 3_000); // Two requests in 2,000 s; those older than 600 s leave the hour.
  const left = (await look()).account?.remaining ?? 0;
  expect(left, "but for those that left it since").toBeGreaterThanOrEqual(994_000);
  expect(left).toBeLessThan(995_000);
  const [head] = await sql()<{ events: number }[]>`select events from rate_heads where subject = ${id}`;
  expect(head?.events).toBeLessThanOrEqual(6_000);
});

test("setting the clock back admits no additional requests", async () => {
  const { id, request } = await account("free", { requestsPerHour: 1 });
  await request();
  await passTime(id, -7200); // the counted requests are now two hours in the future
  expect((await request()).admitted).toBe(false);
});

test("a rate limit for a subject other than an account admits exactly as many uses as the limit allows", async () => {
  const subject = `test:${crypto.randomUUID()}`;
  const uses = await inParallel(40, 20, () => admitSubject(subject, 7, 60));
  expect(uses.filter((use) => use.admitted)).toHaveLength(7);
  await uses.find((use) => use.admitted)?.refund();
  await uses.find((use) => !use.admitted)?.refund();
  const again = await inParallel(5, 5, () => admitSubject(subject, 7, 60));
  expect(again.filter((use) => use.admitted)).toHaveLength(1);
});

test("the seconds to wait are given for a refused request and are zero for an admitted request", async () => {
  const subject = `test:${crypto.randomUUID()}`;
  expect(await admitSubject(subject, 1, 60)).toMatchObject({ admitted: true, remaining: 0, retryAfterSeconds: 0 });
  const refused = await admitSubject(subject, 1, 60);
  expect(refused).toMatchObject({ admitted: false, remaining: 0 });
  expect(refused.retryAfterSeconds).toBeGreaterThan(50);
  expect(refused.retryAfterSeconds).toBeLessThanOrEqual(60);
});

async function account(tier: Tier, limits: LimitOverrides = {}) {
  const { id } = await createAccount(db(), { name: "Limiter", tier, limits: { activeKeys: 10, ...limits } });
  const anotherKey = async (hourlyLimit: number | null = null) => {
    const { secret } = await createKey(await operatorOf(id), { name: "Test", hourlyLimit });
    const hash = hashApiKey(secret);
    return { hash, request: () => admitKey(hash, true) as Promise<Active> };
  };
  return { id, anotherKey, ...(await anotherKey()) };
}

/** Simulates that this many seconds have passed since the account's requests were counted. */
async function passTime(subject: string, seconds: number): Promise<void> {
  await sql()`update rate_events set at = at - make_interval(secs => ${seconds}) where subject = ${subject}`;
  await sql()`update rate_heads set last_at = last_at - make_interval(secs => ${seconds}) where subject = ${subject}`;
}

async function inParallel<T>(times: number, atOnce: number, work: (i: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async () => {
    while (next < times) results.push(await work(next++));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
