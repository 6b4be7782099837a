import { createHash, randomBytes } from "node:crypto";
import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { accounts, authenticators, members, passkeys, sessions, users } from "@/db/schema";
import { env } from "@/lib/base/env";
import { newId } from "@/lib/base/ids";
import { serverSecret } from "@/lib/base/secret-box";
import { limitsOf } from "@/lib/identity/quota/tiers";
import { SCOPES } from "@/lib/vocabulary/rights";
import type { Person } from "./caller";

/** A session ends after this many days without a request, and after this many days in any case. */
const IDLE_DAYS = 7;
export const ABSOLUTE_DAYS = 30;

/** Whether cookies have `Secure` and the `__Secure-` prefix. */
export function cookiesAreSecure(): boolean {
  return env().SECURE_COOKIES ?? env().PUBLIC_URL?.startsWith("https:") ?? false;
}

/** Name of next-auth's cookie with the encrypted session token. */
export function sessionCookieName(): string {
  return `${cookiesAreSecure() ? "__Secure-" : ""}next-auth.session-token`;
}

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/**
 * The person of a session cookie, read from the session's row, so that signing out takes effect immediately. Null
 * without a cookie or after the session ended. Does not check where the request came from.
 */
export async function callerOfCookie(cookie: string | undefined): Promise<Person | null> {
  const token = await tokenOfCookie(cookie);
  return token === null ? null : callerOfToken(token);
}

/** The random token inside next-auth's encrypted cookie; null for anything else. */
export async function tokenOfCookie(cookie: string | undefined): Promise<string | null> {
  if (!cookie) return null;
  const secret = serverSecret();
  // Imported when needed: operators' commands never need it, and loading it takes as long as their other modules.
  const { decode } = await import("next-auth/jwt");
  const content = await decode({ token: cookie, secret }).catch(() => null);
  return typeof content?.sid === "string" ? content.sid : null;
}

/** The person of an active session, with the session's workspace. */
export async function callerOfToken(token: string): Promise<Person | null> {
  const [row] = await db()
    .select({ session: sessions, user: users, account: accounts, role: members.role, mustEnrol })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .innerJoin(members, and(eq(members.accountId, sessions.accountId), eq(members.userId, sessions.userId)))
    .where(and(eq(sessions.tokenHash, hashToken(token)), isLive()));
  if (!row) return null;
  await touch(row.session.id, row.session.lastSeenAt);
  return {
    accountId: row.account.id,
    userId: row.user.id,
    keyId: null,
    tier: row.account.tier,
    limits: limitsOf(row.account.tier, row.account.limits),
    scopes: SCOPES,
    role: row.role,
    localOnly: row.account.localOnly,
    isAdmin: row.user.isAdmin,
    mustEnrol: row.mustEnrol,
    sessionId: row.session.id,
  };
}

/** People without a password sign in through a provider, which asks for a second factor if it requires one. */
const mustEnrol = sql<boolean>`(${accounts.requireSecondFactor} and ${users.passwordHash} is not null
  and not exists (select from ${authenticators} where ${authenticators.userId} = ${users.id} and ${authenticators.confirmedAt} is not null)
  and not exists (select from ${passkeys} where ${passkeys.userId} = ${users.id}))`;

/** Condition for sessions that are neither idle for too long nor expired. */
export function isLive(): SQL {
  return sql`(${sessions.expiresAt} > now() and ${sessions.lastSeenAt} > now() - make_interval(days => ${IDLE_DAYS}))`;
}

/** Starts a session and returns the token for its cookie. Each sign-in creates a new token. */
export async function startSession(userId: string, accountId: string, userAgent: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await db()
    .insert(sessions)
    .values({
      id: newId("session"),
      tokenHash: hashToken(token),
      userId,
      accountId,
      userAgent: userAgent.slice(0, 300),
      expiresAt: sql`now() + make_interval(days => ${ABSOLUTE_DAYS})`,
    });
  return token;
}

/** Ends the session of a token; its cookie is invalid from the next request on. */
export async function endSessionOfToken(token: string): Promise<void> {
  await db()
    .delete(sessions)
    .where(eq(sessions.tokenHash, hashToken(token)));
}

/** Ends all sessions of a person, or all but one. Returns how many. */
export async function endSessions(
  userId: string,
  options: { exceptId?: string; tx?: Transaction } = {},
): Promise<number> {
  const ended = await (options.tx ?? db())
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), options.exceptId ? ne(sessions.id, options.exceptId) : undefined))
    .returning({ id: sessions.id });
  return ended.length;
}

/** Updates the time of the session's last use, at most once a minute. */
async function touch(id: string, lastSeenAt: Date): Promise<void> {
  if (Date.now() - lastSeenAt.getTime() < 60_000) return;
  await db().update(sessions).set({ lastSeenAt: sql`now()` }).where(eq(sessions.id, id));
}

/** The value of one cookie of a `Cookie` header. */
export function cookieValue(header: string | null, name: string): string | undefined {
  for (const part of (header ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return decoded(part.slice(at + 1).trim());
  }
  return undefined;
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
