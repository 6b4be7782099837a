import type { DocumentChanges } from "@/lib/schemas/documents";
import { isTranslatable } from "@/lib/text/lines";
import { plainText } from "@/lib/text/segment";
import type { KnownSegment, Matching } from "./match-segments";
import type { IncomingSegment } from "./read-document";

/** What becomes of confirmed translations whose source changed: they wait for work, or stay as they are. */
export type OnChange = "needs_work" | "keep";

/** A segment that a document has, with what a person may have decided of it. */
export type KnownWithState = KnownSegment & { readonly excluded: boolean; readonly nonLinguistic?: boolean };

/** What a new version does to a segment. */
export type SegmentChange = "added" | "changed" | "unchanged";

export function changeOf(one: IncomingSegment, known: KnownSegment | null): SegmentChange {
  if (!known || known.removed) return "added";
  return known.sourceHash === one.sourceHash ? "unchanged" : "changed";
}

/** What holds no words is excluded by itself; what a person excluded or took back stays so until its words change. */
export function isExcluded(one: IncomingSegment, known: KnownWithState | null): boolean {
  if (!known) return !one.translatable;
  if (known.sourceHash === one.sourceHash) return known.excluded;
  const byItself = known.nonLinguistic || !isTranslatable(plainText(known.source));
  return byItself ? !one.translatable : known.excluded;
}

/** What a version changes against the one before. Words are those of the source. */
export function describeChanges(
  incoming: readonly IncomingSegment[],
  { continued, gone }: Matching<KnownWithState>,
  onChange: OnChange,
): DocumentChanges {
  const counts = { added: 0, changed: 0, unchanged: 0 };
  let words = 0;
  let wordsToReview = 0;
  for (const [i, one] of incoming.entries()) {
    const known = continued[i] ?? null;
    const change = changeOf(one, known);
    counts[change] += 1;
    words += one.wordCount;
    const isToReview = change === "added" || (change === "changed" && onChange === "needs_work");
    if (isToReview && !isExcluded(one, known)) wordsToReview += one.wordCount;
  }
  return { segments: incoming.length, words, ...counts, removed: gone.length, wordsToReview };
}
