/** A sentence of a text with its translation. */
export type SentencePair = { readonly source: string; readonly target: string };

/** The sentences of a text. Joined they are the text; blank lines belong to the sentence before them. */
function sentencesOf(text: string, language: string): string[] {
  const sentences: string[] = [];
  for (const { segment } of new Intl.Segmenter(language, { granularity: "sentence" }).segment(text))
    if (segment.trim() === "" && sentences.length > 0) sentences.push(`${sentences.pop()}${segment}`);
    else sentences.push(segment);
  return sentences;
}

/** The sentences of a text with those of its translation. Empty if there is only one, or if their numbers differ. */
export function pairSentences(
  source: { readonly text: string; readonly language: string },
  target: { readonly text: string; readonly language: string },
): readonly SentencePair[] {
  const sources = sentencesOf(source.text, source.language);
  const targets = sentencesOf(target.text, target.language);
  if (sources.length < 2 || sources.length !== targets.length) return [];
  return sources.map((text, index) => ({ source: text, target: targets[index]! }));
}

/** The translation with one sentence replaced. The white space around it stays. */
export function withSentence(targets: readonly string[], index: number, text: string): string {
  const [, before = "", after = ""] = /^(\s*)[\s\S]*?(\s*)$/.exec(targets[index] ?? "") ?? [];
  return targets.map((one, at) => (at === index ? `${before}${text.trim()}${after}` : one)).join("");
}

/** The index of the sentence at an offset, in UTF-16 units. */
export function sentenceAt(targets: readonly string[], offset: number): number {
  let end = 0;
  return targets.findIndex((text) => {
    end += text.length;
    return offset < end;
  });
}

/** The word at an offset, with its position. Null between words. */
export function wordAt(text: string, language: string, offset: number): { word: string; from: number } | null {
  const found = new Intl.Segmenter(language, { granularity: "word" }).segment(text).containing(offset);
  return found?.isWordLike ? { word: found.segment, from: found.index } : null;
}
