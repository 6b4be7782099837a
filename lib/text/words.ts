import { segments } from "./segmenter";

/** Number of Unicode code points, in which charges and limits are counted. A lone surrogate counts as one. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(i + 1);
    if (next < 0xdc00 || next > 0xdfff) continue;
    count -= 1;
    i += 1;
  }
  return count;
}

/** Number of words by Unicode's rules (UAX #29), with dictionaries for Chinese, Japanese, Thai and others. */
export function countWords(text: string, language: string): number {
  let words = 0;
  for (const { isWordLike } of segments(text, language, "word")) if (isWordLike) words += 1;
  return words;
}

/** Capitalises the first letter, as at the start of a sentence. */
export function capitalised(text: string): string {
  const [first = ""] = text;
  return first.toUpperCase() + text.slice(first.length);
}
