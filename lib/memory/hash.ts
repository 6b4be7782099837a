import { createHash } from "node:crypto";

/**
 * Names an encoded source text, of a plural message with its forms: equal for repetitions, in segments and in memories. 32
 * hexadecimal digits.
 */
export function sourceHash(encoded: string, forms?: Readonly<Record<string, string>>): string {
  return digest(forms ? JSON.stringify([encoded, Object.entries(forms).sort()]) : encoded);
}

/**
 * Names the surroundings of a segment: the encoded sources before and after it, or its key where its format has keys,
 * which stay when neighbours move.
 */
export function contextHash(previousSource: string | null, nextSource: string | null, key?: string): string {
  return digest(JSON.stringify(key === undefined ? [previousSource, nextSource] : { key }));
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
