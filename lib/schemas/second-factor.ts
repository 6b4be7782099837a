import { z } from "zod";
import { StorableText, Timestamp } from "./common";
import { CurrentPassword } from "./sign-in";

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
});

/** The second factors of the signed-in person. */
export const SecondFactor = z.object({
  authenticator: z.boolean().describe("Whether an authenticator app is set up"),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.number().int(),
  isRequired: z.boolean().describe("Whether the workspace requires a second factor"),
  passkeysWork: z.boolean().describe("Passkeys need a host name, and https except on localhost"),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

export const ConfirmBody = z.strictObject({
  currentPassword: CurrentPassword.optional().describe("Not needed right after sign-in by people without a password"),
});

export const NewAuthenticator = z.object({
  secret: z.string().describe("Base32, for typing"),
  uri: z.string().describe("otpauth: address, for a QR code"),
});
export const ConfirmAuthenticatorBody = z.strictObject({ code: z.string().trim().min(6).max(12) });

/** Only this response contains the codes. */
export const RecoveryCodes = z.object({
  recoveryCodes: z.array(z.string()).nullable().describe("Null: the existing codes remain"),
});

/** A challenge in the form of the browser's WebAuthn interface. */
export const PasskeyChallenge = z.object({
  challengeId: z.string(),
  options: z.record(z.string(), z.unknown()).describe("Options of navigator.credentials, as JSON (WebAuthn Level 3)"),
});
export const AddPasskeyBody = z.strictObject({
  name: StorableText.trim().min(1).max(100),
  challengeId: z.string().min(1).max(100),
  response: z.record(z.string(), z.unknown()).describe("Answer of navigator.credentials, as JSON"),
});
export const RemovePasskeyBody = ConfirmBody.extend({ id: z.string().min(1).max(1_500) });
export const RemovedPasskey = Passkey.pick({ name: true });

export const PasskeySignInBody = z.strictObject({
  email: z.string().max(254),
  password: CurrentPassword,
});
