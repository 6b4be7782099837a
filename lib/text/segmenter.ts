const segmenters = new Map<string, Intl.Segmenter>();

/** Maximum UTF-16 units given to `Intl.Segmenter`, which takes quadratic time. */
const WINDOW = 2_000;

/**
 * The words, sentences or graphemes of a text by Unicode's rules (UAX #29), with dictionaries for Chinese, Japanese,
 * Thai and others. Joining them gives the text. Linear time; a segment longer than the window is split.
 */
export function* segments(
  text: string,
  language: string,
  granularity: "word" | "sentence" | "grapheme",
): Generator<{ readonly segment: string; readonly isWordLike?: boolean }> {
  const segmenter = segmenterOf(language, granularity);
  let from = 0;
  while (from < text.length) {
    const window = text.slice(from, windowEnd(text, from));
    const isLast = from + window.length === text.length;
    let waiting: Intl.SegmentData | undefined;
    for (const found of segmenter.segment(window)) {
      if (waiting) yield waiting;
      waiting = found;
    }
    if (!waiting) return;
    // The last segment may continue beyond the window, so it is read again from its start, unless it fills the window.
    const goesOn = !isLast && waiting.index > 0;
    if (!goesOn) yield waiting;
    from += goesOn ? waiting.index : window.length;
  }
}

/** Never splits a surrogate pair. */
function windowEnd(text: string, from: number): number {
  const end = Math.min(from + WINDOW, text.length);
  const unit = text.charCodeAt(end);
  return end < text.length && unit >= 0xdc00 && unit <= 0xdfff ? end - 1 : end;
}

function segmenterOf(language: string, granularity: "word" | "sentence" | "grapheme"): Intl.Segmenter {
  const key = `${granularity} ${language}`;
  let known = segmenters.get(key);
  if (!known) {
    known = new Intl.Segmenter(language, { granularity });
    segmenters.set(key, known);
  }
  return known;
}
