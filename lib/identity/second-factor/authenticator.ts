import { and, eq, isNotNull, lt, sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { db } from "@/db/client";
import { authenticators } from "@/db/schema";
import { open, seal } from "@/lib/base/secret-box";

/** Name of the service in authenticator apps. */
const ISSUER = "Dragoman";
const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
const PURPOSE = "authenticator";

/** Starts to add an authenticator app. Sign-in asks for its codes only after {@link confirmAuthenticator}. */
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
      // Never replaces a confirmed app, which must be removed first.
      setWhere: sql`${authenticators.confirmedAt} is null`,
      set: { secret, lastStep: 0, createdAt: sql`now()` },
    });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** Confirms the app that {@link beginAuthenticator} started to add, if the code is currently valid. */
export async function confirmAuthenticator(userId: string, code: string): Promise<boolean> {
  if (!(await useCode(userId, code))) return false;
  await db()
    .update(authenticators)
    .set({ confirmedAt: sql`coalesce(${authenticators.confirmedAt}, now())` })
    .where(eq(authenticators.userId, userId));
  return true;
}

/** Whether the code is currently valid for the person's confirmed app. Each code works once. */
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
  // Also accepts the codes of one step before and after, because clocks differ (RFC 6238, 5.2).
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
