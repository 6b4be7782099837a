import type { z } from "zod";
import { sql } from "@/db/client";
import { invalidRequest } from "@/lib/base/errors";
import type { Caller } from "@/lib/identity/auth/caller";
import { HOUR_SECONDS } from "@/lib/identity/quota/limiter";
import { flushUsage } from "@/lib/identity/quota/usage";
import type { Usage, UsageQuery } from "@/lib/schemas/account";

type Counts = { requests: number; characters: number; files: number; refused: number };

const DAY_MS = 86_400_000;
const MAX_DAYS = 366;

/** The account's usage by day and by key, and the current state of its hourly limit. Days are in UTC. */
export async function accountUsage(caller: Caller, query: z.output<typeof UsageQuery>): Promise<z.input<typeof Usage>> {
  await flushUsage();
  const to = query.to ?? day(Date.now());
  const from = query.from ?? day(Date.parse(to) - 29 * DAY_MS);
  const span = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  if (span < 0 || span >= MAX_DAYS)
    throw invalidRequest([{ path: "from", code: "range", message: `The range must have 1 to ${MAX_DAYS} days.` }]);
  const [days, keys, rateLimit] = await Promise.all([
    byDay(caller, from, to),
    byKey(caller, from, to),
    hourlyLimit(caller),
  ]);
  const total = days.reduce(add, { requests: 0, characters: 0, files: 0, refused: 0 });
  return { from, to, rateLimit, total, days, keys };
}

/** Condition for the usage of the caller's account from day `from` through day `to`, in UTC. */
export const hoursOf = (caller: Caller, from: string, to: string) => sql()`
  account_id = ${caller.accountId} and hour >= ${from}::timestamp at time zone 'UTC'
    and hour < (${to}::timestamp + interval '1 day') at time zone 'UTC'`;

const sums = () => sql()`
  sum(requests)::float8 as requests, sum(characters)::float8 as characters, sum(files)::float8 as files, sum(refused)::float8 as refused`;

async function byDay(caller: Caller, from: string, to: string) {
  const rows = await sql()<({ date: string } & Counts)[]>`
    select to_char(hour at time zone 'UTC', 'YYYY-MM-DD') as date, ${sums()} from usage_hours
     where ${hoursOf(caller, from, to)} group by 1 order by 1`;
  return rows.map((row) => ({ ...row }));
}

async function byKey(caller: Caller, from: string, to: string) {
  const rows = await sql()<({ keyId: string; name: string | null } & Counts)[]>`
    select u.key_id as "keyId", k.name, u.requests, u.characters, u.files, u.refused from (
      select key_id, ${sums()} from usage_hours where ${hoursOf(caller, from, to)} group by 1) u
      left join api_keys k on k.id = u.key_id and k.account_id = ${caller.accountId}
     order by u.requests desc, u.key_id`;
  return rows.map((row) => ({ ...row, keyId: row.keyId || null }));
}

async function hourlyLimit(caller: Caller): Promise<z.input<typeof Usage>["rateLimit"]> {
  const [row] = await sql()<{ used: number; oldest: Date | null }[]>`
    select used, oldest from rate_read(${caller.accountId}, make_interval(secs => ${HOUR_SECONDS}))`;
  const limit = caller.limits.requestsPerHour;
  const used = row?.used ?? 0;
  return {
    limit,
    used,
    remaining: limit === null ? null : Math.max(limit - used, 0),
    windowSeconds: HOUR_SECONDS,
    resetAt: row?.oldest ? new Date(row.oldest.getTime() + HOUR_SECONDS * 1000).toISOString() : null,
  };
}

function add(a: Counts, b: Counts): Counts {
  return {
    requests: a.requests + b.requests,
    characters: a.characters + b.characters,
    files: a.files + b.files,
    refused: a.refused + b.refused,
  };
}

function day(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
