import { createHmac, randomBytes } from "node:crypto";
import { open, seal } from "@/lib/base/secret-box";

/** A webhook secret as its receiver stores it (Standard Webhooks: 24 to 64 random bytes in base64). */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/** Encrypts a secret for the database. */
export const sealSecret = (secret: string): Buffer => seal("webhook", secret);

/** Decrypts a secret. Throws SealBroken if it was encrypted with another DRAGOMAN_SECRET. */
export const openSecret = (sealed: Buffer): string => open("webhook", sealed);

/**
 * The `webhook-signature` header of Standard Webhooks 1.0: HMAC-SHA256 of id, time and body, one per secret, so that
 * during a rotation the receiver may use the old or the new secret.
 * @param timestamp Unix seconds
 */
export function signature(secrets: readonly string[], id: string, timestamp: number, body: string): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
      return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
    })
    .join(" ");
}
