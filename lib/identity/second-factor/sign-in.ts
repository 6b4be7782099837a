import type { z } from "zod";
import { AppError, notFound, unavailable } from "@/lib/base/errors";
import { isRecord } from "@/lib/base/records";
import { tooMany } from "@/lib/identity/auth/authenticate";
import type { IncomingRequest } from "@/lib/identity/auth/client-address";
import { clientNetwork } from "@/lib/identity/auth/client-address";
import { knownDevice } from "@/lib/identity/auth/known-device";
import { requirePasswords, SignInError, signInWithPassword } from "@/lib/identity/auth/sign-in";
import { countAttempt, MAX_ATTEMPTS, resetAttempts, WINDOW_MINUTES } from "@/lib/identity/auth/sign-in-throttle";
import type { PasskeyChallenge, PasskeySignInBody } from "@/lib/schemas/second-factor";
import { checkCode, hasAuthenticator } from "./authenticator";
import { askForPasskey, checkPasskey, passkeysOf } from "./passkeys";
import { consumeRecoveryCode } from "./recovery-codes";

/** What a person entered besides the password; all fields are empty on the first attempt. */
export type SecondFactorAnswer = {
  /** The code of the authenticator app, or a recovery code. */
  readonly code: string;
  /** `{challengeId, response}` as JSON. */
  readonly passkey: string;
};

/** Maximum characters of a passkey's answer, which is far smaller. */
const MAX_PASSKEY_LENGTH = 20_000;

/**
 * Checks the second factor of a person whose password is right; does nothing for people without one. Throws
 * `second_factor:<kinds>` if none was given, `second_factor_wrong`, and `throttled` after too many wrong ones.
 */
export async function requireSecondFactor(
  userId: string,
  answer: SecondFactorAnswer,
  publicUrl: string,
): Promise<void> {
  const kinds = await kindsOf(userId);
  if (kinds.length === 0) return;
  if (answer.code === "" && answer.passkey === "") throw new SignInError(`second_factor:${kinds.join("+")}`);
  const subject = `second factor ${userId}`;
  const wait = await countAttempt(subject);
  if (wait > 0) throw new SignInError(`throttled:${wait}`);
  if (!(await isRight(userId, answer, publicUrl))) throw new SignInError("second_factor_wrong");
  await resetAttempts(subject);
}

/**
 * Options for the browser to sign in with a passkey after the password. Throws 401 for a wrong password, 404 if the
 * person has no passkey, and 429.
 */
export async function challengePasskey(
  request: IncomingRequest,
  { email, password }: z.output<typeof PasskeySignInBody>,
  publicUrl: string,
): Promise<z.input<typeof PasskeyChallenge>> {
  const from = { network: clientNetwork(request), device: knownDevice(request, email) };
  const userId = await signInWithPassword(email, password, from).catch((error) => {
    throw error instanceof SignInError ? asAppError(error) : error;
  });
  const asked = await askForPasskey(userId, publicUrl);
  if (!asked) throw notFound("passkey");
  return { challengeId: asked.challengeId, options: { ...asked.options } };
}

function asAppError({ code }: SignInError): AppError {
  const [reason, seconds] = code.split(":");
  if (reason === "throttled") return tooMany("none", MAX_ATTEMPTS, WINDOW_MINUTES * 60, Number(seconds));
  if (reason === "password_sign_in_off") requirePasswords();
  if (reason === "busy") return unavailable("overloaded", "Passwords can't be checked right now. Try again soon.", 3);
  return new AppError("unauthorized", "The email address or the password is wrong.", { reason: "credentials" });
}

async function kindsOf(userId: string): Promise<("code" | "passkey")[]> {
  const [app, keys] = await Promise.all([hasAuthenticator(userId), passkeysOf(userId)]);
  return [...(app ? (["code"] as const) : []), ...(keys.length > 0 ? (["passkey"] as const) : [])];
}

async function isRight(userId: string, { code, passkey }: SecondFactorAnswer, publicUrl: string): Promise<boolean> {
  if (passkey !== "") {
    const given = parsed(passkey);
    return given !== null && checkPasskey(userId, given, publicUrl);
  }
  const digits = code.replace(/\s/g, "");
  return /^\d{6}$/.test(digits) ? checkCode(userId, digits) : consumeRecoveryCode(userId, code.slice(0, 100));
}

function parsed(text: string): { challengeId: string; response: unknown } | null {
  if (text.length > MAX_PASSKEY_LENGTH) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && typeof value.challengeId === "string" && isRecord(value.response)
      ? { challengeId: value.challengeId, response: value.response }
      : null;
  } catch {
    return null;
  }
}
