/** Characters of a long text's first part; short, so that its translation appears soon. */
const FIRST = 1_500;

/** Maximum ratio of a part's length to the previous part's, so that a long text needs few requests. */
const GROWTH = 5;

/** The parts of a long text, which are translated one after the other. Joined, they are the text. */
export function textParts(text: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  for (let size = FIRST; text.length - from > size * 2; size *= GROWTH) {
    const end = from + partEnd(text.slice(from, from + size));
    if (end === from) break;
    parts.push(text.slice(from, end));
    from = end;
  }
  return [...parts, text.slice(from)];
}

/** Where to divide a text: after its last paragraph in the second half, else after a sentence; 0 without either. */
function partEnd(text: string): number {
  const line = text.lastIndexOf("\n") + 1;
  if (line > text.length / 2 && text.slice(0, line).trim() !== "") return line;
  const sentences = [...new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(text)];
  // Not after the last sentence, which may continue in the next part.
  const last = sentences.at(-1)?.index ?? 0;
  return text.slice(0, last).trim() === "" ? 0 : last;
}
