import type { DocumentChanges } from "@/lib/schemas/documents";
import { hasWords } from "@/lib/text/lines";
import { plainText } from "@/lib/text/segment";
import type { KnownSegment, Matching } from "./match-segments";
import type { IncomingSegment } from "./read-document";
import { type SourceText, sameWords } from "./same-words";

/** Whether confirmed translations whose source changed need work or stay confirmed. */
export type OnChange = "needs_work" | "keep";

/** A stored segment, with a person's decision whether it is excluded. */
export type KnownWithState = KnownSegment &
  SourceText & { readonly excluded: boolean; readonly nonLinguistic?: boolean };

/** What a new version does to a segment. */
export type SegmentChange = "added" | "changed" | "unchanged";

export function changeOf(one: Pick<IncomingSegment, "sourceHash">, known: KnownSegment | null): SegmentChange {
  if (!known || known.removed) return "added";
  return known.sourceHash === one.sourceHash ? "unchanged" : "changed";
}

/** Excludes segments without words automatically. A person's choice stays until the words change. */
export function isExcluded(one: IncomingSegment, known: KnownWithState | null): boolean {
  if (!known) return !one.translatable;
  if (known.sourceHash === one.sourceHash) return known.excluded;
  const byItself = known.nonLinguistic || !hasWords(plainText(known.source));
  return byItself ? !one.translatable : known.excluded;
}

/** Changes of a version compared with the previous one; words are counted in the source. */
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
