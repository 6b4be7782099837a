import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { serverSecret } from "@/lib/base/secret-box";

/**
 * A token that only this service can compute for a text, so that no token needs to be stored.
 * @param purpose what the token permits, such as "deepl document"; it is invalid for other purposes
 * @param digits hexadecimal digits, at most 64
 */
export function tokenFor(purpose: string, text: string, digits = 64): string {
  const key = Buffer.from(hkdfSync("sha256", serverSecret(), "", `dragoman token ${purpose}`, 32));
  return createHmac("sha256", key).update(text).digest("hex").slice(0, digits);
}

/** Compares in constant time. */
export function isTokenFor(purpose: string, text: string, given: string, digits = 64): boolean {
  const wanted = Buffer.from(tokenFor(purpose, text, digits));
  const sent = Buffer.from(given);
  return sent.length === wanted.length && timingSafeEqual(sent, wanted);
}
