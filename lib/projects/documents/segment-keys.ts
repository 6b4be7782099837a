import { createHash } from "node:crypto";
import { isGeneratedKey, type Segment, tokenize } from "@/lib/text/segment";
import { sourceHash } from "@/lib/translation/memory/hash";

/** The key of a segment in the database. */
export type SegmentKey = {
  readonly key: string;
  /** False if the key is derived from the text, so that an edited text has another key. */
  readonly named: boolean;
};

/** Maximum UTF-16 units of a key, because PostgreSQL limits the size of index entries. */
const MAX_KEY_LENGTH = 500;

/**
 * Stable and unique keys of a document's segments: the format's own key, else a hash of the text and the number of
 * equal texts before it. Null for a segment that cannot be stored.
 */
export function segmentKeys(segments: readonly Segment[]): (SegmentKey | null)[] {
  const times = new Map<string, number>();
  return segments.map(({ key, text }) => {
    if (!isKept(text)) return null;
    if (key !== undefined && isKept(key)) return keyed(ownKey(key), text);
    const hash = sourceHash(text).slice(0, 16);
    const time = times.get(hash) ?? 0;
    times.set(hash, time + 1);
    return keyed(`~${hash}.${time}`, text);
  });
}

/** The stored key that is derived from a source. */
export function keyed(key: string, source: string): SegmentKey {
  // The format's key may contain the codes' text, so codes are compared by text.
  const texts = tokenize(source).map((token) => (token.type === "text" ? token.text.trim() : ""));
  return { key, named: !isGeneratedKey(key) && !texts.every((text) => key.includes(text)) };
}

function isKept(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** The format's own key, with a mark that distinguishes it from derived keys. */
function ownKey(key: string): string {
  const escaped = key.startsWith("~") ? `~${key}` : key;
  if (escaped.length <= MAX_KEY_LENGTH) return escaped;
  const hash = createHash("sha256").update(key).digest("hex").slice(0, 32);
  return `${escaped.slice(0, MAX_KEY_LENGTH - 40).toWellFormed()}…${hash}`;
}
