import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import type { z } from "zod";
import type { PasskeyChallenge } from "@/lib/schemas/second-factor";
import type {
  ConfirmedEmail,
  InvitationPreview,
  SetupBody,
  SignedUp,
  SignUpBody,
  SignUpLinkPreview,
} from "@/lib/schemas/sign-in";
import { errorOfSilence } from "./api-error";
import { forgetDraft } from "./draft";
import { api } from "./fetch";

const REFUSALS = ["CredentialsSignin", "busy", "no_workspace", "second_factor_wrong", "password_sign_in_off"] as const;

/** Reasons of a failed sign-in; see `lib/identity/auth/sign-in.ts`. */
export type SignInRefusal =
  | { readonly code: (typeof REFUSALS)[number] | "unavailable" }
  | { readonly code: "second_factor"; readonly kinds: readonly string[] }
  | { readonly code: "throttled"; readonly seconds: number };

/** A code, or the JSON that {@link askPasskey} returns. */
export type SecondFactorAnswer = { readonly code?: string; readonly passkey?: string };

/** Asks the browser for one of the person's passkeys. Rejects if it has none or the person refuses. */
export async function askPasskey(email: string, password: string): Promise<string> {
  const body = { email, password };
  const { challengeId, options } = await api<typeof PasskeyChallenge>("POST", "/sign-in/passkey", { body });
  const { startAuthentication } = await import("@simplewebauthn/browser");
  // The API passes the library's options on without a schema of its own.
  const optionsJSON = options as typeof options & PublicKeyCredentialRequestOptionsJSON;
  return JSON.stringify({ challengeId, response: await startAuthentication({ optionsJSON }) });
}

/** Signs in with a password. Returns null, or the reason of a refusal; throws ApiError without a response. */
export async function signInWithPassword(
  email: string,
  password: string,
  second: SecondFactorAnswer = {},
): Promise<SignInRefusal | null> {
  const { signIn } = await import("next-auth/react");
  const answer = await signIn("credentials", { email, password, ...second, redirect: false }).catch(() => {
    throw errorOfSilence();
  });
  if (answer?.ok && !answer.error) return null;
  return refusalOf(answer?.error ?? "unavailable");
}

/** Redirects to a provider to sign in, returning to `path`. */
export async function signInWithProvider(id: string, path: string): Promise<void> {
  const { signIn } = await import("next-auth/react");
  await signIn(id, { callbackUrl: path });
}

/**
 * Creates an account, or joins the workspace of an invitation. Does not reveal whether the address is taken: only
 * signing in does.
 */
export function signUp(body: z.input<typeof SignUpBody>) {
  return api("POST", "/sign-up", { body });
}

/** Requests a sign-up link by mail. */
export function askForSignUpLink(email: string) {
  return api("POST", "/sign-up/link", { body: { email } });
}

/** The address to which a sign-up link was mailed. */
export async function signUpLinkAddress(token: string, signal: AbortSignal): Promise<string> {
  return (await api<typeof SignUpLinkPreview>("POST", "/sign-up/link/preview", { body: { token }, signal })).email;
}

/** Describes the invitation of a link. */
export function previewInvitation(token: string, signal: AbortSignal) {
  return api<typeof InvitationPreview>("POST", "/invitations/preview", { body: { token }, signal });
}

/** A function that checks a link of this kind: true if it can be used; rejects with `not_found` otherwise. */
function linkCheck(kind: "setup" | "password-reset") {
  return async (token: string, signal: AbortSignal): Promise<true> => {
    await api("POST", `/${kind}/preview`, { body: { token }, signal });
    return true;
  };
}

export const checkSetupLink = linkCheck("setup");
export const checkResetLink = linkCheck("password-reset");

/** Creates the first administrator with the link printed at the first start. */
export function setUp(body: z.input<typeof SetupBody>) {
  return api<typeof SignedUp>("POST", "/setup", { body });
}

function refusalOf(error: string): SignInRefusal {
  const [code, seconds] = error.split(":");
  if (code === "throttled") return { code, seconds: Number(seconds) || 60 };
  if (code === "second_factor") return { code, kinds: (seconds ?? "").split("+") };
  return { code: REFUSALS.find((one) => one === code) ?? "unavailable" };
}

/** Confirms the address to which a link was mailed, and returns the address. */
export async function confirmEmail(token: string, signal: AbortSignal): Promise<string> {
  return (await api<typeof ConfirmedEmail>("POST", "/confirm-email", { body: { token }, signal })).email;
}

/** Ends this browser's session, deletes drafts, and loads the start page. */
export async function signOutBrowser(): Promise<void> {
  forgetDraft();
  const { signOut } = await import("next-auth/react");
  await signOut({ redirect: false });
  window.location.assign("/");
}
