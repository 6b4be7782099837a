import type { DocumentChanges } from "@/lib/schemas/documents";
import { isTranslatable } from "@/lib/text/lines";
import { plainText } from "@/lib/text/segment";
import type { KnownSegment, Matching } from "./match-segments";
import type { IncomingSegment } from "./read-document";
import { type SourceText, sameWords } from "./same-words";

/** What happens to confirmed translations whose source changed: they need work, or stay. */
export type OnChange = "needs_work" | "keep";

/** A segment of a document, including a person's decision to exclude it. */
export type KnownWithState = KnownSegment &
  SourceText & { readonly excluded: boolean; readonly nonLinguistic?: boolean };

/** Effect of a new version on a segment. */
export type SegmentChange = "added" | "changed" | "unchanged";

export function changeOf(one: Pick<IncomingSegment, "sourceHash">, known: KnownSegment | null): SegmentChange {
  if (!known || known.removed) return "added";
  return known.sourceHash === one.sourceHash ? "unchanged" : "changed";
}

/** Segments without words are excluded automatically; a person's choice stays until the words change. */
export function isExcluded(one: IncomingSegment, known: KnownWithState | null): boolean {
  if (!known) return !one.translatable;
  if (known.sourceHash === one.sourceHash) return known.excluded;
  const byItself = known.nonLinguistic || !isTranslatable(plainText(known.source));
  return byItself ? !one.translatable : known.excluded;
}

/** Changes of a version compared with the previous one. Words are those of the source. */
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
    const isToReview =
      change === "added" || (change === "changed" && onChange === "needs_work" && !(known && sameWords(one, known)));
    if (isToReview && !isExcluded(one, known)) wordsToReview += one.wordCount;
  }
  return { segments: incoming.length, words, ...counts, removed: gone.length, wordsToReview };
}
