import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, sql } from "@/db/client";
import { migrate } from "@/db/migrate";
import { compactUsage } from "@/lib/identity/quota/usage-retention";
import { deleteOldJobs } from "./expiry";
import { queueDepth } from "./queue";

const NAME = `dragoman_retention_${process.pid}`;
let server: postgres.Sql;

// A separate database, so that statements of other tests are not counted.
beforeAll(async () => {
  const url = new URL(process.env.DATABASE_URL ?? "");
  server = postgres(url.href, { max: 1, onnotice: () => {} });
  await server.unsafe(`create database ${NAME}`);
  url.pathname = `/${NAME}`;
  process.env.DATABASE_URL = url.href;
  await migrate(url.href);
  await sql()`insert into accounts (id, name, tier) values ('acc_1', 'A', 'free'), ('acc_2', 'B', 'free')`;
});

afterAll(async () => {
  await closeDatabase();
  await server.unsafe(`drop database ${NAME} with (force)`);
  await server.end();
});

describe("deleting finished jobs", () => {
  test("finished jobs are deleted in batches after their retention period, unless another row refers to them", async () => {
    await sql()`
      insert into jobs (id, account_id, type, payload, state, finished_at)
      select 'old_' || n, 'acc_1', 'export', '{}', 'succeeded', now() - interval '31 days' from generate_series(1, 4500) n`;
    await sql()`
      insert into jobs (id, account_id, type, payload, state, finished_at)
      values ('recent', 'acc_1', 'export', '{}', 'failed', now() - interval '29 days'),
             ('of_file', 'acc_1', 'file', '{}', 'failed', now() - interval '99 days'),
             ('waiting', 'acc_1', 'export', '{}', 'queued', null)`;
    await sql()`
      insert into files (id, account_id, job_id, file_name, output_name, format, media_type, target, status, bytes, expires_at)
      values ('file_1', 'acc_1', 'of_file', 'a.txt', 'a.es.txt', 'txt', 'text/plain', 'es', 'failed', 1, now() + interval '1 day')`;
    await deleteOldJobs();
    const left = await sql()<{ id: string }[]>`select id from jobs order by id`;
    expect(left.map(({ id }) => id)).toEqual(["of_file", "recent", "waiting"]);
  });
});

describe("compacting usage", () => {
  test("old usage is combined into one row per day and account with equal sums, and recent hours are kept", async () => {
    await sql()`
      insert into usage_hours (account_id, hour, endpoint, requests, characters, files, refused, failed)
      select account, date_trunc('day', now() - make_interval(days => days), 'UTC') + make_interval(hours => h), 'translate', 1, 10, 2, 3, 4
        from unnest(array['acc_1', 'acc_2']) account, unnest(array[401, 90, 61]) days, generate_series(0, 23) h`;
    await compactUsage();
    await compactUsage();
    const rows = await sql()`
      select account_id, ((now() at time zone 'UTC')::date - (hour at time zone 'UTC')::date) as age, count(*)::int as rows, sum(requests)::int as requests,
             sum(characters)::int as characters, sum(files)::int as files, sum(refused)::int as refused, sum(failed)::int as failed
        from usage_hours group by 1, 2 order by 1, 2`;
    const sums = { requests: 24, characters: 240, files: 48, refused: 72, failed: 96 };
    expect(rows.map((row) => ({ ...row }))).toEqual(
      ["acc_1", "acc_2"].flatMap((account_id) => [
        { account_id, age: 61, rows: 24, ...sums },
        { account_id, age: 90, rows: 1, ...sums },
      ]),
    );
    const months = await sql()`
      select account_id, month = date_trunc('month', now() - interval '401 days', 'UTC') as "isTheMonth",
             requests::int, characters::int, files::int, refused::int, failed::int from usage_months order by 1`;
    expect(months.map((row) => ({ ...row }))).toEqual(
      ["acc_1", "acc_2"].map((account_id) => ({ account_id, isTheMonth: true, ...sums })),
    );
  });
});

test("counting waiting jobs and deleting old rows never scan a whole table", async () => {
  await sql()`
    insert into jobs (id, account_id, type, payload, state, finished_at)
    select 'done_' || n, 'acc_1', 'export', '{}', 'succeeded', now() from generate_series(1, 50000) n`;
  await sql()`
    insert into usage_hours (account_id, hour, endpoint, requests)
    select 'acc_1', date_trunc('hour', now()) - make_interval(hours => n % 1400), 'endpoint ' || n, 1 from generate_series(1, 50000) n`;
  await sql().unsafe("analyze jobs, usage_hours");
  const before = await scans();
  expect(await queueDepth()).toEqual({ queued: 1, running: 0 });
  await deleteOldJobs();
  await compactUsage();
  const after = await scans();
  expect(after.map(({ seq }) => seq)).toEqual(before.map(({ seq }) => seq));
  for (const [i, { idx }] of after.entries()) expect(idx).toBeGreaterThan(before[i]!.idx);
});

/**
 * Number of index scans and sequential scans of jobs and usage. Connections report their scans when they close, so all
 * are closed first.
 */
async function scans(): Promise<{ seq: number; idx: number }[]> {
  await closeDatabase();
  const others = () => server`select 1 from pg_stat_activity where datname = ${NAME}`;
  await expect.poll(async () => (await others()).length).toBe(0);
  const rows = await sql()<{ seq: number; idx: number }[]>`
    select seq_scan::int as seq, idx_scan::int as idx from pg_stat_user_tables
     where relname in ('jobs', 'usage_hours') order by relname`;
  return rows.map(({ seq, idx }) => ({ seq, idx }));
}
