import { createHash } from "node:crypto";

/**
 * Hash of an encoded source, including the forms of a plural message: equal for repetitions, in segments and memories.
 * 32 hexadecimal digits. Canonically equivalent texts (NFC and NFD) have the same.
 */
export function sourceHash(encoded: string, forms?: Readonly<Record<string, string>>): string {
  return digest(forms ? JSON.stringify([encoded, Object.entries(forms).sort()]) : encoded);
}

/**
 * Hash of a segment's context: the encoded sources before and after it, or its key if the format has keys, which are
 * stable when neighbours move.
 */
export function contextHash(previousSource: string | null, nextSource: string | null, key?: string): string {
  return digest(JSON.stringify(key === undefined ? [previousSource, nextSource] : { key }));
}

function digest(text: string): string {
  return createHash("sha256").update(text.normalize("NFC")).digest("hex").slice(0, 32);
}
