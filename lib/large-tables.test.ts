import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, sql } from "@/db/client";
import { useOwnDatabase } from "@/e2e/own-database";
import { newPerson, type TestPerson } from "@/e2e/people";
import { usageDetail } from "./accounts/usage-detail";
import { listAudit } from "./audit/entries";
import { deleteOldAudit } from "./audit/expiry";
import { listEvents } from "./events/events";
import { deleteOldEvents } from "./events/expiry";
import { deleteOldJobs } from "./jobs/expiry";
import { queueByType, queueDepth } from "./jobs/queue";
import { compactUsage } from "./limits/usage-retention";

/** Rows of each growing table; `npm run test:large` takes a million. */
const ROWS = Number(process.env.LARGE_ROWS ?? 20_000);
const TABLES = ["audit_entries", "events", "jobs", "usage_hours"];
let person: TestPerson;

// Most rows are of another account: a query that reads them all would be seen.
beforeAll(async () => {
  await useOwnDatabase();
  person = await newPerson({ isAdmin: true });
  const other = (await newPerson()).accountId;
  // Servers limit the time of their statements.
  const fill = postgres(process.env.DATABASE_URL ?? "", { max: 1, onnotice: () => {} });
  const account = fill`case when n % 1000 = 0 then ${person.accountId} else ${other} end`;
  const numbers = fill`generate_series(1, ${ROWS}::int) n`;
  await fill`
    insert into jobs (id, account_id, type, payload, state, finished_at)
    select 'job_' || n, ${account}, 'export', '{}', 'succeeded', now() from ${numbers}`;
  await fill`
    insert into usage_hours (account_id, hour, endpoint, requests)
    select ${account}, date_trunc('hour', now()) - make_interval(hours => n % 1400), 'endpoint ' || n / 1400, 1 from ${numbers}`;
  await fill`
    insert into audit_entries (id, account_id, is_server, action, actor_type)
    select 'aud_' || lpad(n::text, 10, '0'), ${account}, n % 1000 = 1, 'key.created', 'user' from ${numbers}`;
  await fill`
    insert into events (id, account_id, type, actor, data)
    select 'evt_' || n, ${account}, 'project.created', '{}', '{}' from ${numbers}`;
  await fill.unsafe(`analyze ${TABLES.join(", ")}`);
  await fill.end();
}, 900_000);
afterAll(closeDatabase);

test("no regular query reads a growing table from end to end", async () => {
  const before = await sequentialScans();
  const page = { limit: 20 } as const;
  expect((await listAudit(person, { ...page, scope: "workspace" })).entries).toHaveLength(Math.min(20, ROWS / 1000));
  expect((await listAudit(person, { ...page, scope: "server" })).entries).toHaveLength(Math.min(20, ROWS / 1000));
  expect((await listEvents(person, page)).events).toHaveLength(Math.min(20, ROWS / 1000));
  await usageDetail(person, { bucket: "day", format: "json" });
  expect(await queueDepth()).toEqual({ queued: 0, running: 0 });
  await queueByType();
  for (const purge of [deleteOldJobs, deleteOldEvents, deleteOldAudit, compactUsage]) await purge();
  expect(await sequentialScans()).toEqual(before);
});

/** Connections report their scans when they end, so all are ended first. */
async function sequentialScans(): Promise<{ name: string; scans: number }[]> {
  await closeDatabase();
  const others = () =>
    sql()`select 1 from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`;
  await expect.poll(async () => (await others()).length).toBe(1);
  const rows = await sql()<{ name: string; scans: number }[]>`
    select relname as name, seq_scan::int as scans from pg_stat_user_tables where relname in ${sql()(TABLES)} order by relname`;
  return rows.map((row) => ({ ...row }));
}
