import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { z } from "zod";
import { env } from "./env";

/** Layout of this version of an encrypted secret: version, nonce, AES-256-GCM tag, ciphertext. */
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** An encrypted secret that is damaged, or was made with another DRAGOMAN_SECRET or for another purpose. */
export class SealBroken extends Error {
  override readonly name = "SealBroken";
}

/**
 * Encrypts a secret for the database, so that a copy of the tables does not reveal it.
 * @param purpose what the secret is for, such as "webhook"; {@link open} needs the same purpose
 */
export function seal(purpose: string, plain: string, secret = serverSecret()): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyFor(purpose, secret), nonce, { authTagLength: TAG_BYTES });
  const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), text]);
}

/** Decrypts a secret of {@link seal}. Throws {@link SealBroken}. */
export function open(purpose: string, sealed: Buffer, secret = serverSecret()): string {
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
  if (sealed[0] !== VERSION || tag.length !== TAG_BYTES) throw new SealBroken("This is not a sealed secret.");
  const decipher = createDecipheriv("aes-256-gcm", keyFor(purpose, secret), nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(tag);
  try {
    const text = decipher.update(sealed.subarray(1 + NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString("utf8");
  } catch (cause) {
    throw new SealBroken("The secret was sealed with another DRAGOMAN_SECRET, or is damaged.", { cause });
  }
}

/** A token for a link or a cookie, which only servers with the same DRAGOMAN_SECRET can create and read. */
export function sealToken(purpose: string, content: unknown): string {
  return seal(purpose, JSON.stringify(content)).toString("base64url");
}

/** The content of a token of {@link sealToken}; null if the token is forged, damaged, or for another purpose. */
export function openToken<Schema extends z.ZodType>(
  purpose: string,
  content: Schema,
  token: string,
): z.output<Schema> | null {
  try {
    return content.parse(JSON.parse(open(purpose, Buffer.from(token, "base64url"))));
  } catch (error) {
    if (error instanceof SealBroken || error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}

/** The secret shared by all servers of one database. Throws if unset, so that nothing is signed with an empty one. */
export function serverSecret(): string {
  const secret = env().DRAGOMAN_SECRET;
  if (!secret) throw new Error("DRAGOMAN_SECRET is not set: start the server with npm start, or set it.");
  return secret;
}

/** 32 hexadecimal digits that identify a secret without revealing it; different for each purpose. */
export function fingerprint(secret: string, purpose = "fingerprint"): string {
  return Buffer.from(hkdfSync("sha256", secret, "", `dragoman ${purpose}`, 16)).toString("hex");
}

/** Derives an independent key for each purpose by HKDF (RFC 5869). */
function keyFor(purpose: string, secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `dragoman secret-box ${purpose}`, 32));
}
