import { randomUUID } from "node:crypto";
import { eq, sql as raw } from "drizzle-orm";
import { expect, test } from "vitest";
import { db, sql } from "@/db/client";
import { sessions } from "@/db/schema";
import { newPerson } from "@/e2e/people";
import { admitSubject } from "@/lib/identity/quota/limiter";
import { deleteExpired } from "./delete-expired";

test("ended sessions are deleted, and active sessions are kept", async () => {
  const [ended, live] = [await newPerson(), await newPerson()];
  await db()
    .update(sessions)
    .set({ expiresAt: raw`now()` as never })
    .where(eq(sessions.id, ended.sessionId));
  await deleteExpired();
  const left = await db().select({ id: sessions.id }).from(sessions);
  expect(left.map((row) => row.id)).toContain(live.sessionId);
  expect(left.map((row) => row.id)).not.toContain(ended.sessionId);
});

test("rate limit counts of subjects inactive for two days are deleted, and counts of active subjects stay exact", async () => {
  const [recent, gone] = [`test:${randomUUID()}`, `test:${randomUUID()}`];
  for (const subject of [recent, gone]) for (let i = 0; i < 3; i++) await admitSubject(subject, 3, 86_400);
  await sql()`update rate_events set at = at - interval '49 hours' where subject = ${gone}`;
  await sql()`update rate_heads set last_at = last_at - interval '49 hours' where subject = ${gone}`;
  await deleteExpired();
  expect(await sql()`select 1 from rate_events where subject = ${gone}`).toHaveLength(0);
  expect((await admitSubject(recent, 3, 86_400)).admitted).toBe(false);
  expect((await admitSubject(gone, 3, 86_400)).remaining).toBe(2);
});
