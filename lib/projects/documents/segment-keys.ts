import { createHash } from "node:crypto";
import { sourceHash } from "@/lib/memory/hash";
import { plainText, type Segment } from "@/lib/text/segment";
import { isGeneratedKey } from "@/lib/text/segment-key";

/** The key of a segment in the database. */
export type SegmentKey = {
  readonly key: string;
  /** False where the key only repeats the text: an edited text has another one then. */
  readonly named: boolean;
};

/** An index of PostgreSQL takes no longer ones: UTF-16 units. */
const MAX_KEY_LENGTH = 500;

/**
 * Keys by which segments are found again in later versions, unique in the document: the format's own, else a hash of the
 * text and how many alike stand before it. Null for a segment that the database cannot keep.
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

/** A key that the database holds for a source. */
export function keyed(key: string, source: string): SegmentKey {
  return { key, named: !isGeneratedKey(key) && !key.includes(plainText(source).trim()) };
}

function isKept(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** The format's own key, told from one that is made here. */
function ownKey(key: string): string {
  const escaped = key.startsWith("~") ? `~${key}` : key;
  if (escaped.length <= MAX_KEY_LENGTH) return escaped;
  const hash = createHash("sha256").update(key).digest("hex").slice(0, 32);
  return `${escaped.slice(0, MAX_KEY_LENGTH - 40).toWellFormed()}…${hash}`;
}
