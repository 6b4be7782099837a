import { createHash } from "node:crypto";
import { sql } from "@/db/client";

/**
 * Failed attempts in a quarter of an hour after which the address is blocked: first for a quarter of an hour, then for
 * half an hour, then for an hour each time.
 */
export const MAX_ATTEMPTS = 5;
export const WINDOW_MINUTES = 15;
const MAX_BLOCK_MINUTES = 60;

/**
 * Counts an attempt for an address before its password is checked, so that parallel attempts cannot exceed the limit.
 * Returns the seconds to wait, 0 if the attempt is allowed. Unknown addresses are counted like known ones.
 */
export async function countAttempt(email: string): Promise<number> {
  const subject = subjectOf(email);
  const [taken] = await sql()`
    insert into sign_in_throttles as t (subject, tries) values (${subject}, 1)
    on conflict (subject) do update set
      (tries, window_start, blocks, blocked_until) = (
        select case when n.tries >= ${MAX_ATTEMPTS} then 0 else n.tries end,
               n.window_start,
               n.blocks + (n.tries >= ${MAX_ATTEMPTS})::int,
               case when n.tries >= ${MAX_ATTEMPTS}
                    then now() + make_interval(mins => least(${WINDOW_MINUTES} * (1 << least(n.blocks, 8)), ${MAX_BLOCK_MINUTES})) end
          from (select case when old then 1 else t.tries + 1 end as tries,
                       case when old then now() else t.window_start end as window_start,
                       case when t.window_start < now() - interval '1 day' then 0 else t.blocks end as blocks
                  from (select t.window_start <= now() - make_interval(mins => ${WINDOW_MINUTES}) as old) o) n)
      where t.blocked_until is null or t.blocked_until <= now()
    returning 1`;
  if (taken) return 0;
  const [row] = await sql()<{ wait: number }[]>`
    select ceil(extract(epoch from blocked_until - now()))::int as wait from sign_in_throttles where subject = ${subject}`;
  return Math.max(row?.wait ?? 1, 1);
}

/** Resets the failed attempts of an address after a sign-in or a new password. */
export async function resetAttempts(email: string): Promise<void> {
  await sql()`delete from sign_in_throttles where subject = ${subjectOf(email)}`;
}

/** Hashed, so that the table does not reveal the tried addresses. */
function subjectOf(email: string): string {
  return createHash("sha256").update(email.trim().toLowerCase()).digest("base64url");
}
