import { createHash } from "node:crypto";

/** Names an encoded source text: equal for repetitions, in segments and in memories. 32 hexadecimal digits. */
export function sourceHash(encoded: string): string {
  return digest(encoded);
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
