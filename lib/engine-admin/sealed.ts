import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { env } from "@/lib/env";

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a secret for the database: AES-256-GCM under a key of its own that HKDF (RFC 5869) derives from
 * `DRAGOMAN_SECRET`. `place` says what it is for; at another place it does not open. The result is nonce, tag, ciphertext.
 */
export function seal(secret: string, place: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, sealingKey(), nonce).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** The secret, or null when it was sealed under another `DRAGOMAN_SECRET`, for another place, or was changed since. */
export function unseal(sealed: Buffer, place: string): string | null {
  try {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv(ALGORITHM, sealingKey(), nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(place)).setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString(
      "utf8",
    );
  } catch {
    return null;
  }
}

function sealingKey(): Buffer {
  const secret = env().DRAGOMAN_SECRET;
  if (!secret) throw new Error("DRAGOMAN_SECRET is not set: start the server with npm start, or set it.");
  return Buffer.from(hkdfSync("sha256", secret, "", "dragoman: keys of engines", 32));
}
