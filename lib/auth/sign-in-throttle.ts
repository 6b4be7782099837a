import { createHash } from "node:crypto";
import { sql } from "@/db/client";

/** Tries in a quarter of an hour; then the address waits a quarter, a half, and from then on a whole hour. */
export const MAX_ATTEMPTS = 5;
export const WINDOW_MINUTES = 15;
const MAX_BLOCK_MINUTES = 60;

/**
 * Takes one try for an address, before its password is looked at, so that many at once cannot go past the limit.
 * Gives the seconds to wait, 0 when the try may be made. Whether anybody has the address plays no part.
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

/** Forgets the failed tries of an address: its person has signed in or chosen a new password. */
export async function resetAttempts(email: string): Promise<void> {
  await sql()`delete from sign_in_throttles where subject = ${subjectOf(email)}`;
}

/** The table does not tell which addresses were tried. */
function subjectOf(email: string): string {
  return createHash("sha256").update(email.trim().toLowerCase()).digest("base64url");
}
