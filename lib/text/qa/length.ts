import { plainText } from "@/lib/text/segment";
import { segments } from "@/lib/text/segmenter";
import { codePoints } from "@/lib/text/words";
import type { Finding, Subject } from "./subject";

/** Reports an empty translation, or one longer than allowed. */
export function* length({ segment, source, target, context }: Subject): Generator<Finding> {
  if (target.isBlank) {
    // A space may be the thousands separator, for which English uses a comma.
    if (!source.isBlank && context.state !== "untranslated" && (target.plain === "" || source.plain.length > 1))
      yield { check: "empty" };
    return;
  }
  const max = segment.maxLength ?? context.flags?.maxLength;
  if (max === null || max === undefined) return;
  const text = plainText(target.encoded, segment.codes);
  // Every grapheme has at least one code point, so few code points need no further count.
  if (codePoints(text) <= max) return;
  const length = graphemes(text, context.target);
  if (length <= max) return;
  // A placeholder counts with its name but is one character of the view, so the excess is limited to the text.
  const over = Math.min(length - max, graphemes(target.plain, context.target));
  const start = target.plain.length - lastGraphemes(target.plain, context.target, over);
  yield { check: "length.max", params: { length, max }, ...target.range(start, target.plain.length) };
}

function graphemes(text: string, language: string): number {
  let count = 0;
  for (const _ of segments(text, language, "grapheme")) count++;
  return count;
}

/** Length of the last graphemes of a text in UTF-16 units. */
function lastGraphemes(text: string, language: string, count: number): number {
  const lengths = Array.from(segments(text, language, "grapheme"), ({ segment }) => segment.length);
  return lengths.slice(-count).reduce((sum, one) => sum + one, 0);
}
