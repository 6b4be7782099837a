import type { z } from "zod";
import type { SetupBody, SignedUp, SignUpBody, SignUpLinkPreview } from "@/lib/schemas/sign-in";
import { errorOfSilence } from "./api-error";
import { api } from "./fetch";

/** Why somebody was not signed in; `lib/auth/sign-in.ts` says when which. */
export type SignInRefusal =
  | { readonly code: "CredentialsSignin" | "busy" | "no_workspace" | "unavailable" }
  | { readonly code: "throttled"; readonly seconds: number };

/** Signs in with a password. Gives null, or why not; throws ApiError where the service did not answer. */
export async function signInWithPassword(email: string, password: string): Promise<SignInRefusal | null> {
  const { signIn } = await import("next-auth/react");
  const answer = await signIn("credentials", { email, password, redirect: false }).catch(() => {
    throw errorOfSilence();
  });
  if (answer?.ok && !answer.error) return null;
  return refusalOf(answer?.error ?? "unavailable");
}

/** Goes to a provider to sign in there, and comes back to `path`. */
export async function signInWithProvider(id: string, path: string): Promise<void> {
  const { signIn } = await import("next-auth/react");
  await signIn(id, { callbackUrl: path });
}

/**
 * Makes an account, or joins the workspace of an invitation. Where the address is taken this says nothing of it: only signing in
 * does.
 */
export function signUp(body: z.input<typeof SignUpBody>) {
  return api("POST", "/sign-up", { body });
}

/** Has a link to sign up with sent to an address. */
export function askForSignUpLink(email: string) {
  return api("POST", "/sign-up/link", { body: { email } });
}

/** Whose address a link to sign up with is for. */
export async function signUpLinkAddress(token: string, signal: AbortSignal): Promise<string> {
  return (await api<typeof SignUpLinkPreview>("POST", "/sign-up/link/preview", { body: { token }, signal })).email;
}

/** Makes the first administrator with the link that the first start printed. */
export function setUp(body: z.input<typeof SetupBody>) {
  return api<typeof SignedUp>("POST", "/setup", { body });
}

function refusalOf(error: string): SignInRefusal {
  const [code, seconds] = error.split(":");
  if (code === "throttled") return { code, seconds: Number(seconds) || 60 };
  if (code === "CredentialsSignin" || code === "busy" || code === "no_workspace") return { code };
  return { code: "unavailable" };
}
