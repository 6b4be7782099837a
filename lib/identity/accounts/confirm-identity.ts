import { eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { sessions, users } from "@/db/schema";
import { AppError, invalidRequest, notFound, unavailable } from "@/lib/base/errors";
import { tooMany } from "@/lib/identity/auth/authenticate";
import type { Person } from "@/lib/identity/auth/caller";
import { checkPassword, SignInError } from "@/lib/identity/auth/sign-in";
import { MAX_ATTEMPTS, WINDOW_MINUTES } from "@/lib/identity/auth/sign-in-throttle";
import type { User } from "./people";

/** For people without a password: a sign-in at most this many minutes ago confirms their identity. */
const RECENT_MINUTES = 15;

/**
 * Returns the caller once the password or, without one, a recent sign-in confirms their identity. Throws 400 for a
 * missing or wrong password (`path` is its field), 409 if the sign-in is too old, 429 after too many wrong passwords.
 */
export async function confirmIdentity(caller: Person, password: string | undefined, path: string): Promise<User> {
  const [user] = await db().select().from(users).where(eq(users.id, caller.userId));
  if (!user) throw notFound("user");
  if (user.passwordHash === null) await requireRecentSignIn(caller);
  else if (password === undefined)
    throw invalidRequest([{ path, code: "required", message: "Enter your password to confirm." }]);
  else if (!(await isRight(user, password)))
    throw invalidRequest([{ path, code: "format", reason: "password_wrong", message: "The password is wrong." }]);
  return user;
}

async function requireRecentSignIn(caller: Person): Promise<void> {
  const [session] = await db()
    .select({ isRecent: sql<boolean>`${sessions.createdAt} > now() - make_interval(mins => ${RECENT_MINUTES})` })
    .from(sessions)
    .where(eq(sessions.id, caller.sessionId));
  if (!session?.isRecent)
    throw new AppError("conflict", "Sign in again to confirm your identity.", { reason: "sign_in_again" });
}

async function isRight(user: User, password: string): Promise<boolean> {
  try {
    return (await checkPassword(user.email, password)) !== null;
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    const [code, seconds] = error.code.split(":");
    if (code === "throttled") throw tooMany("none", MAX_ATTEMPTS, WINDOW_MINUTES * 60, Number(seconds));
    throw unavailable("overloaded", "Passwords can't be checked right now. Try again in a few seconds.", 3);
  }
}
