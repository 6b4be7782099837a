import { createHash } from "node:crypto";

/**
 * Hash of an encoded source, including the forms of a plural message, in 32 hexadecimal digits. Equal for repetitions,
 * both in segments and in memories, and for canonically equivalent texts (NFC and NFD).
 */
export function sourceHash(encoded: string, forms?: Readonly<Record<string, string>>): string {
  return digest(forms ? JSON.stringify([encoded, Object.entries(forms).sort()]) : encoded);
}

/**
 * Hash of a segment's context: the encoded sources before and after it or, if the format has keys, its key, which stays
 * the same when neighbours move.
 */
export function contextHash(previousSource: string | null, nextSource: string | null, key?: string): string {
  return digest(JSON.stringify(key === undefined ? [previousSource, nextSource] : { key }));
}

function digest(text: string): string {
  return createHash("sha256").update(text.normalize("NFC")).digest("hex").slice(0, 32);
}
