import { createHmac, randomBytes } from "node:crypto";
import { open, seal } from "@/lib/secret-box";

/** A secret of a webhook as its receiver keeps it (Standard Webhooks: 24 to 64 random bytes in base64). */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/** Encrypted for the database. */
export const sealSecret = (secret: string): Buffer => seal("webhook", secret);

/** Throws SealBroken when DRAGOMAN_SECRET is not the one that it was sealed with. */
export const openSecret = (sealed: Buffer): string => open("webhook", sealed);

/**
 * The header `webhook-signature` of Standard Webhooks 1.0: HMAC-SHA256 over id, time and body, with each secret, so that
 * a receiver may know either while they change.
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
