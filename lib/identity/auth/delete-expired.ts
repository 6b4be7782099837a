import { lt, not, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { deviceLogins, oneTimeLinks, passkeyChallenges, sessions, signInThrottles } from "@/db/schema";
import { isLive } from "./session";

/** Deletes expired sessions, links, challenges and command-line sign-ins, and old counts of throttles. */
export async function deleteExpired(): Promise<void> {
  const dayAgo = sql`now() - interval '1 day'`;
  await db().delete(sessions).where(not(isLive()));
  await db().delete(oneTimeLinks).where(lt(oneTimeLinks.expiresAt, dayAgo));
  await db().delete(deviceLogins).where(lt(deviceLogins.expiresAt, dayAgo));
  await db().delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, sql`now()`));
  await db().delete(signInThrottles).where(lt(signInThrottles.windowStart, dayAgo));
  // Two days exceed every window. A subject's sum is deleted with its events, which it would still count.
  await db().execute(sql`
    with gone as (delete from rate_heads where last_at < now() - interval '2 days' returning subject)
    delete from rate_events where subject in (select subject from gone)`);
}
