import { sql } from "@/db/client";
import { env } from "@/lib/base/env";

/** Days for which hourly usage is kept; reports by hour span at most 31 days. */
const HOURLY_DAYS = 62;
const BATCH_SIZE = 5_000;

/** Merges the hours of old days (UTC) into one row per day, and expired days into one row per month. */
export async function compactUsage(): Promise<void> {
  while ((await sumUpDays()) === BATCH_SIZE);
  while ((await sumUpMonths()) === BATCH_SIZE);
}

/** Selects rows that do not begin a day. Must equal the condition of the index `usage_hours_hourly`. */
async function sumUpDays(): Promise<number> {
  const [row] = await sql()<{ moved: number }[]>`
    with moved as (
      delete from usage_hours where ctid = any (array(
        select ctid from usage_hours
         where hour < now() - make_interval(days => ${HOURLY_DAYS}) and extract(hour from hour at time zone 'UTC') <> 0
         order by hour limit ${BATCH_SIZE} for update))
      returning *
    ), days as (
      insert into usage_hours as u
        (account_id, hour, key_id, endpoint, engine, source, target, project_id, requests, characters, files, refused, failed)
      select account_id, date_trunc('day', hour, 'UTC'), key_id, endpoint, engine, source, target, project_id,
             sum(requests), sum(characters), sum(files), sum(refused), sum(failed)
        from moved group by 1, 2, 3, 4, 5, 6, 7, 8
      on conflict on constraint usage_hours_pk do update set
        requests = u.requests + excluded.requests, characters = u.characters + excluded.characters,
        files = u.files + excluded.files, refused = u.refused + excluded.refused, failed = u.failed + excluded.failed
    )
    select count(*)::int as moved from moved`;
  return row?.moved ?? 0;
}

/** Adds expired usage to the sum of its month, which is kept as long as the account. */
async function sumUpMonths(): Promise<number> {
  const [row] = await sql()<{ moved: number }[]>`
    with moved as (
      delete from usage_hours where ctid = any (array(
        select ctid from usage_hours where hour < now() - make_interval(days => ${env().RETENTION_USAGE_DAYS})
         order by hour limit ${BATCH_SIZE} for update))
      returning *
    ), months as (
      insert into usage_months as u (account_id, month, requests, characters, files, refused, failed)
      select account_id, date_trunc('month', hour, 'UTC'),
             sum(requests), sum(characters), sum(files), sum(refused), sum(failed)
        from moved group by 1, 2
      on conflict (account_id, month) do update set
        requests = u.requests + excluded.requests, characters = u.characters + excluded.characters,
        files = u.files + excluded.files, refused = u.refused + excluded.refused, failed = u.failed + excluded.failed
    )
    select count(*)::int as moved from moved`;
  return row?.moved ?? 0;
}
