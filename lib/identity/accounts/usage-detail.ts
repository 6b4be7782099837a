import type { z } from "zod";
import { sql } from "@/db/client";
import { invalidRequest } from "@/lib/base/errors";
import type { Caller } from "@/lib/identity/auth/caller";
import { flushUsage } from "@/lib/identity/quota/usage";
import type { UsageDetail, UsageDetailQuery } from "@/lib/schemas/usage";
import { csvRow } from "@/lib/text/csv";
import { hoursOf } from "./usage";

type Query = z.output<typeof UsageDetailQuery>;
type Counts = UsageDetail["total"];
type Row = { at: Date; group: string | null; label: string | null } & Counts;

const DAY_MS = 86_400_000;
/** Maximum and default number of days in one response, by interval. */
const SPAN = { hour: { most: 31, usual: 2 }, day: { most: 366, usual: 30 } };

/** The account's usage by hour or day and optionally by a second dimension. Hours and days are in UTC. Throws 400. */
export async function usageDetail(caller: Caller, query: Query): Promise<UsageDetail> {
  const { from, to } = range(query);
  await flushUsage();
  const group = GROUPS[query.groupBy ?? "none"]();
  const rows = await sql()<Row[]>`
    select u.*, coalesce(k.name, p.name, u.group) as label from (
      select date_trunc(${query.bucket}, hour, 'UTC') as at, ${group} as group,
             sum(requests)::float8 as requests, sum(characters)::float8 as characters, sum(files)::float8 as files,
             sum(refused)::float8 as refused, sum(failed)::float8 as failed
        from usage_hours
       where ${hoursOf(caller, from, to)}
         ${query.without === "dashboard_reads" ? sql()`and not (key_id = '' and endpoint like 'GET %')` : sql()``}
       group by 1, 2) u
      left join api_keys k on ${query.groupBy === "key"} and k.id = u.group and k.account_id = ${caller.accountId}
      left join projects p on ${query.groupBy === "project"} and p.id = u.group and p.account_id = ${caller.accountId}
     order by u.at, u.requests desc, u.group`;
  return {
    from,
    to,
    bucket: query.bucket,
    groupBy: query.groupBy ?? null,
    total: rows.reduce(add, { requests: 0, characters: 0, files: 0, refused: 0, failed: 0 }),
    rows: rows.map((row) => ({ ...row, at: row.at.toISOString() })),
  };
}

/** The usage as CSV (RFC 4180). */
export function usageCsv(usage: UsageDetail): string {
  const header = ["at", "group", "label", "requests", "characters", "files", "refused", "failed"] as const;
  const lines = usage.rows.map((row) => csvRow(header.map((name) => row[name])));
  return [header.join(","), ...lines, ""].join("\r\n");
}

const GROUPS = {
  none: () => sql()`null::text`,
  key: () => sql()`key_id`,
  endpoint: () => sql()`endpoint`,
  engine: () => sql()`engine`,
  project: () => sql()`project_id`,
  pair: () => sql()`case when target = '' then '' else source || '>' || target end`,
};

function range(query: Query): { from: string; to: string } {
  const span = SPAN[query.bucket];
  const to = query.to ?? day(Date.now());
  const from = query.from ?? day(Date.parse(to) - (span.usual - 1) * DAY_MS);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  if (days < 0 || days >= span.most)
    throw invalidRequest([
      {
        path: "from",
        code: "range",
        message: `The first day must not be after the last, and a range by ${query.bucket} has at most ${span.most} days.`,
      },
    ]);
  return { from, to };
}

function add(a: Counts, b: Counts): Counts {
  return {
    requests: a.requests + b.requests,
    characters: a.characters + b.characters,
    files: a.files + b.files,
    refused: a.refused + b.refused,
    failed: a.failed + b.failed,
  };
}

function day(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
