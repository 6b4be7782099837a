import { getTableColumns, getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { describe, expect, test } from "vitest";
import { db, sql } from "@/db/client";
import * as schema from "@/db/schema";
import { newPerson, personOfToken, type TestPerson } from "@/e2e/people";
import { AppError } from "@/lib/base/errors";
import { hashApiKey } from "@/lib/identity/auth/api-key";
import { admitKey } from "@/lib/identity/quota/limiter";
import { recordUsage } from "@/lib/identity/quota/usage";
import { deleteAccount, deleteUser } from "./deletion";
import { exportAccount } from "./export";
import { createKey } from "./keys";
import { addMember } from "./people";
import { usageCsv, usageDetail } from "./usage-detail";

const PASSWORD = "larch-otter-42-vellum";

describe("exporting an account's data", () => {
  test("an account's export contains all of its data and none of other accounts", async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const { key } = await createKey(person, { name: "CI" });
    const foreign = await createKey(other, { name: "Foreign" });
    await use(person);
    const text = await exported(person);
    const data = JSON.parse(text);
    expect(data).toMatchObject({
      account: { id: person.accountId, name: "Ada's" },
      people: [{ id: person.userId, email: person.email, role: "owner" }],
      apiKeys: [{ id: key.id, name: "CI", start: key.start }],
      usageHours: [{ endpoint: "POST /translate", characters: "11" }],
    });
    for (const secret of [foreign.key.id, other.email, other.accountId]) expect(text).not.toContain(secret);
  });

  test("an account's export contains every row of a long table exactly once, ordered by primary key", async () => {
    const person = await newPerson();
    await useForHours(person, 1_234);
    const { usageHours: rows } = JSON.parse(await exported(person)) as { usageHours: { hour: string }[] };
    expect(rows).toHaveLength(1_234);
    expect(new Set(rows.map((row) => row.hour)).size).toBe(1_234);
  });

  test("an account's export uses no database connection while its reader pauses, however many exports run", async () => {
    const person = await newPerson();
    await useForHours(person, 1_234);
    const readers = Array.from({ length: 20 }, () => exportAccount(person).getReader());
    for (const reader of readers)
      for (let text = ""; !text.includes("POST /translate"); )
        text = Buffer.from((await reader.read()).value ?? []).toString();
    expect(await sql()`select 1 as one`).toEqual([{ one: 1 }]);
    await Promise.all(readers.map((reader) => reader.cancel()));
  });

  test("an account's export contains no hashes and no tokens", async () => {
    const person = await newPerson({ password: PASSWORD });
    const { secret } = await createKey(person, { name: "CI" });
    const text = await exported(person);
    for (const hidden of ["argon2", "hash", secret, hashApiKey(secret).toString("hex"), "token"])
      expect(text).not.toContain(hidden);
  });

  test("an account's export covers every table with an account's data", async () => {
    const owned = Object.values(schema as Record<string, unknown>).flatMap((table) =>
      is(table, PgTable) && "accountId" in getTableColumns(table) ? [getTableName(table)] : [],
    );
    const left = ["sessions", "one_time_links", "idempotency_keys", "jobs", "live_changes"];
    const data = JSON.parse(await exported(await newPerson()));
    const named = new Map(
      Object.entries(schema as Record<string, unknown>).flatMap(([name, table]) =>
        is(table, PgTable) ? [[getTableName(table), name] as const] : [],
      ),
    );
    for (const table of owned.filter((name) => !left.includes(name))) expect(data).toHaveProperty(named.get(table)!);
  });
});

describe("deleting an account", () => {
  test("deleting an account requires its name and the person's password", async () => {
    const person = await newPerson({ password: PASSWORD });
    expect(await outcome(deleteAccount(person, { name: "ada's", password: PASSWORD }))).toBe(400);
    expect(await outcome(deleteAccount(person, { name: "Ada's", password: "wrong" }))).toBe(400);
    expect(await outcome(deleteAccount(person, { name: "Ada's" }))).toBe(400);
    expect(await personOfToken(person.token)).not.toBeNull();
  });

  test("deleting an account deletes all its rows, disables its keys and moves its members to their other workspaces", async () => {
    const owner = await newPerson({ password: PASSWORD, tier: "free" });
    const member = await newPerson({ accountId: owner.accountId, role: "viewer" });
    const other = await newPerson();
    await addMember(db(), other.accountId, member.userId, "viewer");
    const { secret, key } = await createKey(owner, { name: "CI", hourlyLimit: 5 });
    await admitKey(hashApiKey(secret), true);
    await use(owner);
    await usageDetail(owner, { bucket: "day", format: "json" });

    await deleteAccount(owner, { name: "Ada's", password: PASSWORD });
    expect((await admitKey(hashApiKey(secret), true)).state).toBe("unknown");
    expect(await personOfToken(owner.token), "the owner has no other workspace").toBeNull();
    expect((await personOfToken(member.token))?.accountId).toBe(other.accountId);
    expect(await rowsNaming(owner.accountId, key.id)).toEqual([]);
  });
});

describe("deleting a person", () => {
  test("deleting a person also deletes workspaces that have no other members", async () => {
    const person = await newPerson({ password: PASSWORD });
    expect(await outcome(deleteUser(person, { email: "other@example.org", password: PASSWORD }))).toBe(400);
    await deleteUser(person, { email: person.email, password: PASSWORD });
    expect(await personOfToken(person.token)).toBeNull();
    expect(await rowsNaming(person.accountId, person.userId)).toEqual([]);
  });

  test("a last owner who tries to delete their account while the workspace has other members is refused and loses nothing", async () => {
    const owner = await newPerson({ password: PASSWORD });
    const member = await newPerson({ accountId: owner.accountId, role: "manager", password: PASSWORD });
    expect(await outcome(deleteUser(owner, { email: owner.email, password: PASSWORD }))).toBe("last_owner");
    expect(await personOfToken(owner.token)).not.toBeNull();
    expect(await outcome(deleteUser(member, { email: member.email, password: PASSWORD }))).toBe("ok");
  });
});

describe("usage reports", () => {
  test("a usage report lists usage by day and by the chosen group, as JSON or CSV", async () => {
    const person = await newPerson();
    await use(person);
    await use(person);
    const usage = await usageDetail(person, { bucket: "hour", groupBy: "pair", format: "json" });
    expect(usage.rows).toMatchObject([{ group: "en>es", requests: 2, characters: 22 }]);
    expect(usage.total).toMatchObject({ requests: 2, characters: 22 });
    expect(usageCsv(usage).split("\r\n")).toEqual([
      "at,group,label,requests,characters,files,refused,failed",
      `${usage.rows[0]!.at},en>es,en>es,2,22,0,0,0`,
      "",
    ]);
  });

  test("a usage report includes key names, escaped so that spreadsheets don't run them as formulas", async () => {
    const person = await newPerson();
    const { key } = await createKey(person, { name: '=HYPERLINK("https://evil.example")' });
    await use(person, key.id);
    const usage = await usageDetail(person, { bucket: "day", groupBy: "key", format: "csv" });
    expect(usage.rows).toMatchObject([{ group: key.id, label: '=HYPERLINK("https://evil.example")' }]);
    expect(usageCsv(usage)).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
  });

  test.each([
    ["backwards", { from: "2026-02-02", to: "2026-02-01" }],
    ["longer than a year", { from: "2025-01-01", to: "2026-02-01" }],
  ])("a usage report for an invalid period is refused: a period that runs %s", async (_, range) => {
    expect(await outcome(usageDetail(await newPerson(), { ...range, bucket: "day", format: "json" }))).toBe(400);
  });
});

async function exported(person: TestPerson): Promise<string> {
  return new Response(exportAccount(person)).text();
}

/** Records one request in each of the last `hours` hours. */
async function useForHours(person: TestPerson, hours: number): Promise<void> {
  await sql()`
    insert into usage_hours (account_id, hour, endpoint, requests)
    select ${person.accountId}, now() - make_interval(hours => n), 'POST /translate', 1 from generate_series(1, ${hours}::int) n`;
}

async function use(person: TestPerson, keyId: string | null = null): Promise<void> {
  recordUsage({
    accountId: person.accountId,
    keyId,
    endpoint: "POST /translate",
    engine: "apertium",
    source: "en",
    target: "es",
    projectId: "",
    characters: 11,
    files: 0,
    outcome: "served",
  });
}

/** Names of the tables, of the whole database, in which any column contains one of the words. */
async function rowsNaming(...words: string[]): Promise<string[]> {
  const tables = await sql()<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' order by 1`;
  const found: string[] = [];
  for (const { name } of tables)
    for (const word of words) {
      const [row] = await sql()`select 1 from ${sql()(name)} t where t::text like ${`%${word}%`} limit 1`;
      if (row) found.push(`${name}: ${word.slice(0, 4)}`);
    }
  return found;
}

function outcome(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => "ok",
    (error) => {
      if (error instanceof AppError) return error.details.reason ?? error.status;
      throw error;
    },
  );
}
