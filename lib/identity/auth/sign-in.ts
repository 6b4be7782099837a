import { eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { users } from "@/db/schema";
import { env } from "@/lib/base/env";
import { AppError } from "@/lib/base/errors";
import { admitSubject } from "@/lib/identity/quota/limiter";
import { hashPassword, isOutdatedHash, verifyPassword } from "./password";
import { countAttempt, resetAttempts } from "./sign-in-throttle";

/** Limit of failed attempts per network; successful ones do not count. */
const PER_NETWORK = { tries: 30, windowSeconds: 900 };

/**
 * Why a sign-in failed, as reported to the sign-in page:
 * - `CredentialsSignin`: unknown address or wrong password, indistinguishable;
 * - `throttled:<seconds>`: too many attempts;
 * - `second_factor:<kinds>`: the password is right, and a code or passkey is needed (`code`, `passkey`,
 *   `code+passkey`);
 * - `second_factor_wrong`: the code or passkey is wrong;
 * - `busy`: the server is too busy to check passwords now;
 * - `password_sign_in_off`: this server does not allow sign-in by password;
 * - `email_not_verified`, `not_linked`, `sign_up_closed`: sign-in through a provider was refused;
 * - `no_workspace`: the person was removed from their last workspace.
 */
export class SignInError extends Error {
  override readonly name = "SignInError";
  constructor(
    readonly code:
      | "CredentialsSignin"
      | `throttled:${number}`
      | `second_factor:${string}`
      | "second_factor_wrong"
      | "busy"
      | "password_sign_in_off"
      | "email_not_verified"
      | "not_linked"
      | "sign_up_closed"
      | "no_workspace",
  ) {
    super(code);
  }
}

/**
 * The person with this address and password. Throws {@link SignInError}, the same for an unknown address and a wrong
 * password. A `device` known for the address has its own limit of attempts.
 */
export async function signInWithPassword(
  email: string,
  password: string,
  { network, device }: { readonly network: string; readonly device: string | null },
): Promise<string> {
  if (passwordsAreOff()) throw new SignInError("password_sign_in_off");
  if (device !== null) return required(await checkPassword(email, password, device)).id;
  const fromNetwork = await admitSubject(`sign-in:${network}`, PER_NETWORK.tries, PER_NETWORK.windowSeconds);
  if (!fromNetwork.admitted) throw new SignInError(`throttled:${fromNetwork.retryAfterSeconds}`);
  const user = required(await checkPassword(email, password));
  await fromNetwork.refund();
  return user.id;
}

/** Whether people can sign in only through a provider (`PASSWORD_SIGN_IN=off`). */
export function passwordsAreOff(): boolean {
  return env().PASSWORD_SIGN_IN === "off";
}

/** Throws 403 if sign-in by password is off. */
export function requirePasswords(): void {
  if (passwordsAreOff())
    throw new AppError("forbidden", "This server does not accept passwords. Sign in through a provider.", {
      required: "password_sign_in",
      granted: "off",
    });
}

type User = typeof users.$inferSelect;

function required(user: User | null): User {
  if (!user) throw new SignInError("CredentialsSignin");
  return user;
}

/**
 * The user with this address if the password is right, else null. Every call counts as a failed attempt, of the device
 * if given, until a call succeeds. Throws `throttled` after too many attempts, and `busy` if the queue is full.
 */
export async function checkPassword(email: string, password: string, device = ""): Promise<User | null> {
  const subject = `${email.trim()}${device}`;
  const wait = await countAttempt(subject);
  if (wait > 0) throw new SignInError(`throttled:${wait}`);
  const [user] = await db()
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.trim().toLowerCase()));
  const right = await verifyPassword(user?.passwordHash ?? null, password).catch((error) => {
    throw error instanceof AppError ? new SignInError("busy") : error;
  });
  if (!user || !right) return null;
  await resetAttempts(subject);
  if (isOutdatedHash(user.passwordHash ?? ""))
    await db()
      .update(users)
      .set({ passwordHash: await hashPassword(password) })
      .where(eq(users.id, user.id));
  return user;
}
