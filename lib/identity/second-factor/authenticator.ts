import { and, eq, isNotNull, lt, sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { db } from "@/db/client";
import { authenticators } from "@/db/schema";
import { open, seal } from "@/lib/base/secret-box";

/** Issuer that authenticator apps show. */
const ISSUER = "Dragoman";
const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
const PURPOSE = "authenticator";

/** Begins to add an authenticator app; nothing is asked for before {@link confirmAuthenticator}. */
export async function beginAuthenticator(user: {
  id: string;
  email: string;
}): Promise<{ secret: string; uri: string }> {
  const totp = totpOf(new Secret({ size: SECRET_BYTES }), user.email);
  const secret = seal(PURPOSE, totp.secret.base32);
  await db()
    .insert(authenticators)
    .values({ userId: user.id, secret })
    .onConflictDoUpdate({
      target: authenticators.userId,
      // A confirmed one stays until it is removed.
      setWhere: sql`${authenticators.confirmedAt} is null`,
      set: { secret, lastStep: 0, createdAt: sql`now()` },
    });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** Adds the app that {@link beginAuthenticator} began, if the code is one of its codes. */
export async function confirmAuthenticator(userId: string, code: string): Promise<boolean> {
  if (!(await useCode(userId, code))) return false;
  await db()
    .update(authenticators)
    .set({ confirmedAt: sql`coalesce(${authenticators.confirmedAt}, now())` })
    .where(eq(authenticators.userId, userId));
  return true;
}

/** Whether the code is a current one of the person's confirmed app. It works once. */
export async function checkCode(userId: string, code: string): Promise<boolean> {
  return (await hasAuthenticator(userId)) && useCode(userId, code);
}

export async function hasAuthenticator(userId: string): Promise<boolean> {
  const [row] = await db()
    .select({ userId: authenticators.userId })
    .from(authenticators)
    .where(and(eq(authenticators.userId, userId), isNotNull(authenticators.confirmedAt)));
  return row !== undefined;
}

async function useCode(userId: string, code: string): Promise<boolean> {
  const [row] = await db().select().from(authenticators).where(eq(authenticators.userId, userId));
  if (!row) return false;
  const now = Date.now();
  // A step before and after, for clocks that differ (RFC 6238, 5.2).
  const delta = totpOf(Secret.fromBase32(open(PURPOSE, row.secret))).validate({
    token: code,
    timestamp: now,
    window: 1,
  });
  if (delta === null) return false;
  const step = Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
  const used = await db()
    .update(authenticators)
    .set({ lastStep: step })
    .where(and(eq(authenticators.userId, userId), lt(authenticators.lastStep, step)))
    .returning({ userId: authenticators.userId });
  return used.length > 0;
}

function totpOf(secret: Secret, label = ""): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret, algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS });
}
