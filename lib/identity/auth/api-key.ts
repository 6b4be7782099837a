import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/**
 * `dgm_live_`, 32 base62 characters (190 bits) and 6 base62 characters of the CRC-32 of everything before them. The
 * checksum rejects a mistyped or invented key without a database query, and lets scanners recognise a leaked one.
 */
export const API_KEY_PATTERN = /^dgm_live_[0-9A-Za-z]{38}$/;

const PREFIX = "dgm_live_";
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export type NewApiKey = {
  readonly secret: string;
  readonly hash: Buffer;
  readonly start: string;
  readonly last4: string;
};

/** Generates a key. The secret is shown once and never stored. */
export function generateApiKey(): NewApiKey {
  const body = PREFIX + randomBase62(32);
  const secret = body + checksum(body);
  return { secret, hash: hashApiKey(secret), start: secret.slice(0, 12), last4: secret.slice(-4) };
}

/** True if the text has the form of a key and a correct checksum. */
export function isWellFormedApiKey(text: string): boolean {
  return API_KEY_PATTERN.test(text) && checksum(text.slice(0, -6)) === text.slice(-6);
}

/** SHA-256 of the key; the database stores this hash and looks keys up by it. */
export function hashApiKey(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

function checksum(body: string): string {
  let value = crc32(body);
  let text = "";
  for (let i = 0; i < 6; i++) {
    text = BASE62[value % 62] + text;
    value = Math.floor(value / 62);
  }
  return text;
}

function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    // 248 is the largest multiple of 62 in a byte: higher bytes would make the first characters more likely.
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += BASE62[byte % 62];
  }
  return text;
}
