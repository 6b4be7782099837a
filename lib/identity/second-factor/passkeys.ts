import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { and, desc, eq, gt, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { passkeyChallenges, passkeys } from "@/db/schema";

const MAX_PASSKEYS = 20;
const CHALLENGE_MINUTES = 5;
const SITE_NAME = "Dragoman";

export type PasskeyRow = typeof passkeys.$inferSelect;
type Purpose = "add" | "sign_in";
type Asked<Options> = { readonly challengeId: string; readonly options: Options };

/** Whether browsers allow passkeys at this address: they require a host name, with https or on localhost. */
export function passkeysWork(publicUrl: string): boolean {
  const { hostname, protocol } = new URL(publicUrl);
  return isIP(hostname.replace(/^\[|\]$/g, "")) === 0 && (protocol === "https:" || hostname === "localhost");
}

export async function passkeysOf(userId: string): Promise<PasskeyRow[]> {
  return db().select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(desc(passkeys.createdAt));
}

/** Options for the browser to create a passkey; null at the limit of {@link MAX_PASSKEYS}. */
export async function beginPasskey(
  user: { id: string; email: string; name: string },
  publicUrl: string,
): Promise<Asked<PublicKeyCredentialCreationOptionsJSON> | null> {
  const known = await passkeysOf(user.id);
  if (known.length >= MAX_PASSKEYS) return null;
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  const options = await generateRegistrationOptions({
    rpName: SITE_NAME,
    rpID: new URL(publicUrl).hostname,
    userName: user.email,
    userDisplayName: user.name,
    userID: Buffer.from(user.id),
    attestationType: "none",
    excludeCredentials: known.map(credentialOf),
    authenticatorSelection: { residentKey: "discouraged", userVerification: "preferred" },
  });
  return { challengeId: await keepChallenge(user.id, "add", options.challenge), options };
}

/** Adds the passkey that the browser created; null if it does not answer the challenge. */
export async function addPasskey(
  userId: string,
  given: { readonly name: string; readonly challengeId: string; readonly response: unknown },
  publicUrl: string,
): Promise<PasskeyRow | null> {
  const challenge = await takeChallenge(userId, "add", given.challengeId);
  if (challenge === null) return null;
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { registrationInfo } = await verifyRegistrationResponse({
    response: given.response as RegistrationResponseJSON,
    ...expected(challenge, publicUrl),
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) return null;
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  const [row] = await db()
    .insert(passkeys)
    .values({ id, userId, name: given.name, publicKey: Buffer.from(publicKey), counter, transports })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

/** Options for the browser to sign in with one of the person's passkeys; null if the person has none. */
export async function askForPasskey(
  userId: string,
  publicUrl: string,
): Promise<Asked<PublicKeyCredentialRequestOptionsJSON> | null> {
  const known = await passkeysOf(userId);
  if (known.length === 0) return null;
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const options = await generateAuthenticationOptions({
    rpID: new URL(publicUrl).hostname,
    allowCredentials: known.map(credentialOf),
    userVerification: "preferred",
  });
  return { challengeId: await keepChallenge(userId, "sign_in", options.challenge), options };
}

/** Whether the browser's answer to {@link askForPasskey} is valid. */
export async function checkPasskey(
  userId: string,
  given: { readonly challengeId: string; readonly response: unknown },
  publicUrl: string,
): Promise<boolean> {
  const challenge = await takeChallenge(userId, "sign_in", given.challengeId);
  const response = given.response as AuthenticationResponseJSON;
  const [known] = await db()
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, String(response?.id))));
  if (challenge === null || !known) return false;
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    ...expected(challenge, publicUrl),
    credential: { id: known.id, publicKey: new Uint8Array(known.publicKey), counter: known.counter },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  if (!verified || !authenticationInfo) return false;
  await db()
    .update(passkeys)
    .set({ counter: authenticationInfo.newCounter, lastUsedAt: sql`now()` })
    .where(eq(passkeys.id, known.id));
  return true;
}

function expected(challenge: string, publicUrl: string) {
  const { origin, hostname } = new URL(publicUrl);
  // The password was checked before, so the person's presence suffices: security keys without a PIN work.
  return {
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: false,
  };
}

function credentialOf({ id, transports }: PasskeyRow) {
  return { id, transports: transports as AuthenticatorTransport[] };
}

async function keepChallenge(userId: string, purpose: Purpose, challenge: string): Promise<string> {
  const id = randomBytes(16).toString("base64url");
  const expiresAt = sql`now() + make_interval(mins => ${CHALLENGE_MINUTES})`;
  await db().insert(passkeyChallenges).values({ id, userId, purpose, challenge, expiresAt });
  return id;
}

async function takeChallenge(userId: string, purpose: Purpose, id: string): Promise<string | null> {
  const [row] = await db()
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.id, id),
        eq(passkeyChallenges.userId, userId),
        eq(passkeyChallenges.purpose, purpose),
        gt(passkeyChallenges.expiresAt, sql`now()`),
      ),
    )
    .returning();
  return row?.challenge ?? null;
}
