import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { apiKeys } from "@/db/schema";
import { newPerson, type TestPerson } from "@/e2e/people";
import { AppError } from "@/lib/base/errors";
import { hashApiKey, isWellFormedApiKey } from "@/lib/identity/auth/api-key";
import { admitKey } from "@/lib/identity/quota/limiter";
import { emptyUsage, flushUsage, recordUsage } from "@/lib/identity/quota/usage";
import { ApiKeyList } from "@/lib/schemas/keys";
import { createKey, listKeys, revokeKey, rotateKey } from "./keys";

describe("API keys", () => {
  test("an API key is shown once: the database and the list contain only its hash and its first and last characters", async () => {
    const person = await newPerson();
    const { key, secret } = await createKey(person, { name: "CI" });
    expect(isWellFormedApiKey(secret)).toBe(true);
    const [row] = await db().select().from(apiKeys).where(eq(apiKeys.id, key.id));
    const { keys } = await listKeys(person, { limit: 20 });
    for (const kept of [JSON.stringify(row), JSON.stringify(keys)]) {
      expect(kept).not.toContain(secret);
      expect(kept).not.toContain(secret.slice(13, -4));
    }
    expect(keys).toMatchObject([
      {
        id: key.id,
        start: secret.slice(0, 12),
        last4: secret.slice(-4),
        createdBy: { id: person.userId },
        state: "active",
      },
    ]);
  });

  test("an API key counts the requests of the current hour, except those refused over its limit", async () => {
    const person = await newPerson();
    const { key } = await createKey(person, { name: "CI", hourlyLimit: 2 });
    const entry = { ...emptyUsage(), accountId: person.accountId, keyId: key.id, endpoint: "POST /translate" };
    for (const outcome of ["served", "failed", "refused"] as const) recordUsage({ ...entry, outcome });
    expect((await listKeys(person, { limit: 20 })).keys).toMatchObject([{ requestsThisHour: 2, hourlyLimit: 2 }]);
  });

  test("a key lists the client address of its last use", async () => {
    const person = await newPerson();
    const { key } = await createKey(person, { name: "CI" });
    const entry = { ...emptyUsage(), accountId: person.accountId, keyId: key.id, endpoint: "POST /translate" } as const;
    expect((await listKeys(person, { limit: 20 })).keys).toMatchObject([{ lastUsedAt: null, lastUsedFrom: null }]);
    const [before, now] = [Date.now() - 120_000, Date.now()];
    recordUsage({ ...entry, outcome: "served", address: "203.0.113.7" }, before);
    await flushUsage();
    recordUsage({ ...entry, outcome: "failed", address: "2001:db8::1" }, now);
    await flushUsage();
    expect((await listKeys(person, { limit: 20 })).keys).toMatchObject([{ lastUsedFrom: "2001:db8::1" }]);
  });

  test("a revoked API key is refused from its next request on", async () => {
    const person = await newPerson();
    const { key, secret } = await createKey(person, { name: "CI" });
    expect(await state(secret)).toBe("active");
    await revokeKey(person, key.id);
    expect(await state(secret)).toBe("revoked");
    await revokeKey(person, key.id);
  });

  test("an API key shows who created it, who rotated it and who revoked it first", async () => {
    const [maker, rotator, revoker] = [await newPerson(), await newPerson(), await newPerson()];
    const as = (person: TestPerson) => ({ ...person, accountId: maker.accountId });
    const { key } = await createKey(maker, { name: "CI" });
    const { key: next } = await rotateKey(as(rotator), key.id, 3600);
    await revokeKey(as(revoker), key.id);
    await revokeKey(maker, key.id);
    const { keys } = await listKeys(maker, { limit: 20 });
    expect(keys).toMatchObject([
      { id: next.id, createdBy: { id: rotator.userId, name: "Ada Test" }, revokedBy: null },
      { id: key.id, createdBy: { id: maker.userId }, replacedBy: next.id, revokedBy: { id: revoker.userId } },
    ]);
    await revokeKey({ accountId: maker.accountId, userId: null }, next.id);
    expect((await listKeys(maker, { limit: 1 })).keys).toMatchObject([{ state: "revoked", revokedBy: null }]);
  });

  test("an expired API key is refused", async () => {
    const person = await newPerson();
    const { secret } = await createKey(person, { name: "CI", expiresAt: new Date(Date.now() - 1) });
    expect(await state(secret)).toBe("expired");
  });

  test("an API key of another account can't be read or changed", async () => {
    const [mine, other] = [await newPerson(), await newPerson()];
    const { key, secret } = await createKey(other, { name: "Other" });
    expect(await status(revokeKey(mine, key.id))).toBe(404);
    expect(await status(rotateKey(mine, key.id, 0))).toBe(404);
    expect(await state(secret)).toBe("active");
  });
});

describe("limiting the number of active keys", () => {
  test("the number of active keys never exceeds the tier's limit, even if several are created concurrently", async () => {
    const person = await newPerson({ tier: "free" });
    const made = await Promise.allSettled(Array.from({ length: 6 }, () => createKey(person, { name: "CI" })));
    expect(made.filter((one) => one.status === "fulfilled")).toHaveLength(2);
    expect((await listKeys(person, { limit: 20 })).keys).toHaveLength(2);
  });

  test("revoked and expired keys don't count towards the limit of active keys", async () => {
    const person = await newPerson({ tier: "free" });
    const { key } = await createKey(person, { name: "One" });
    await createKey(person, { name: "Two", expiresAt: new Date(Date.now() - 1) });
    await createKey(person, { name: "Three" });
    expect(await status(createKey(person, { name: "Four" }))).toBe(409);
    await revokeKey(person, key.id);
    expect(await status(createKey(person, { name: "Four" }))).toBeNull();
  });
});

describe("rotating keys", () => {
  test("rotating an API key creates a key with the same permissions, and the old key works until the overlap ends", async () => {
    const person = await newPerson();
    const old = await createKey(person, { name: "CI", scopes: ["translate"], hourlyLimit: 7 });
    const made = await rotateKey(person, old.key.id, 3600);
    expect(made.key).toMatchObject({ name: "CI", scopes: ["translate"], hourlyLimit: 7, state: "active" });
    expect([await state(old.secret), await state(made.secret)]).toEqual(["active", "active"]);
    await db()
      .update(apiKeys)
      .set({ expiresAt: sql`${apiKeys.expiresAt} - interval '3600 seconds'` })
      .where(eq(apiKeys.id, old.key.id));
    expect([await state(old.secret), await state(made.secret)]).toEqual(["expired", "active"]);
  });

  test("a rotated API key is valid for as long as the old key was at its creation", async () => {
    const person = await newPerson();
    const DAY_MS = 86_400_000;
    const old = await createKey(person, { name: "CI", expiresAt: new Date(Date.now() + 30 * DAY_MS) });
    await db()
      .update(apiKeys)
      .set({ createdAt: sql`now() - interval '10 days'`, expiresAt: sql`now() + interval '20 days'` })
      .where(eq(apiKeys.id, old.key.id));
    const { key } = await rotateKey(person, old.key.id, 0);
    expect(Date.parse(key.expiresAt!) - Date.parse(key.createdAt)).toBeGreaterThan(29 * DAY_MS);
    expect(Date.parse(key.expiresAt!) - Date.parse(key.createdAt)).toBeLessThan(31 * DAY_MS);
  });

  test("a rotated API key can be listed even if the old key's expiry is the latest possible date", async () => {
    const person = await newPerson();
    const old = await createKey(person, { name: "CI", expiresAt: new Date("9999-12-31T23:59:59Z") });
    await db().update(apiKeys).set({ createdAt: sql`now() - interval '1 day'` }).where(eq(apiKeys.id, old.key.id));
    await rotateKey(person, old.key.id, 0);
    expect(ApiKeyList.safeParse(await listKeys(person, { limit: 20 })).error).toBeUndefined();
  });

  test("rotating an API key without an overlap ends the old key immediately", async () => {
    const person = await newPerson();
    const old = await createKey(person, { name: "CI" });
    await rotateKey(person, old.key.id, 0);
    expect(await state(old.secret)).toBe("expired");
  });

  test("an API key can be rotated even if the account has its maximum number of keys", async () => {
    const person = await newPerson({ tier: "free" });
    await createKey(person, { name: "One" });
    const { key } = await createKey(person, { name: "Two" });
    expect(await status(rotateKey(person, key.id, 3600))).toBeNull();
  });

  test("an API key can't be rotated if it is revoked, expired or already rotated, even by a concurrent request", async () => {
    const person = await newPerson();
    const [revoked, expired, twice] = [
      await createKey(person, { name: "One" }),
      await createKey(person, { name: "Two", expiresAt: new Date(Date.now() - 1) }),
      await createKey(person, { name: "Three" }),
    ];
    await revokeKey(person, revoked.key.id);
    expect(await status(rotateKey(person, revoked.key.id, 0))).toBe(409);
    expect(await status(rotateKey(person, expired.key.id, 0))).toBe(409);
    const both = await Promise.all([0, 0].map((overlap) => status(rotateKey(person, twice.key.id, overlap))));
    expect(both.sort()).toEqual([409, null]);
  });
});

async function state(secret: string): Promise<string> {
  return (await admitKey(hashApiKey(secret), true)).state;
}

/** The HTTP status with which `work` was rejected; null if it succeeded. */
function status(work: Promise<unknown>): Promise<number | null> {
  return work.then(
    () => null,
    (error) => {
      if (error instanceof AppError) return error.status;
      throw error;
    },
  );
}
