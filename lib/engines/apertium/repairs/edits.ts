/** A part of the translation within one code, or a blank that represents a code. */
export type Piece = { text: string; readonly node: number } | { readonly blank: number };

/** A replacement for `[start, end)` of the whole text. */
export type Edit = { readonly start: number; readonly end: number; readonly text: string };

/** Placeholder for a code within the whole text. */
export const OBJECT = "\ufffc";

/** The texts of all pieces, joined. */
export function wholeText(pieces: readonly Piece[]): string {
  return pieces.map((piece) => ("blank" in piece ? OBJECT : piece.text)).join("");
}

/**
 * Applies non-overlapping edits in ascending order. An edit across several pieces is written to the first text piece.
 */
export function applyEdits(pieces: readonly Piece[], edits: readonly Edit[]): void {
  if (edits.length === 0) return;
  let offset = 0;
  let next = 0;
  let written = -1;
  for (const piece of pieces) {
    const length = "blank" in piece ? 1 : piece.text.length;
    const end = offset + length;
    if (!("blank" in piece)) {
      let text = "";
      let from = offset;
      while (next < edits.length && edits[next]!.start < end) {
        const edit = edits[next]!;
        text += piece.text.slice(from - offset, Math.max(from, edit.start) - offset);
        if (written < next) text += edit.text;
        written = Math.max(written, next);
        from = Math.min(end, Math.max(from, edit.end));
        if (edit.end > end) break;
        next++;
      }
      piece.text = text + piece.text.slice(from - offset);
    } else while (next < edits.length && edits[next]!.start < end && edits[next]!.end <= end) next++;
    offset = end;
  }
}

/** The edits whose range is within one code: words moved across another code would leave their link or emphasis. */
export function withinCodes(pieces: readonly Piece[], edits: readonly Edit[]): Edit[] {
  return edits.filter(({ start, end }) => {
    const nodes = new Set<number | null>();
    let offset = 0;
    for (const piece of pieces) {
      const from = offset;
      offset += "blank" in piece ? 1 : piece.text.length;
      if (from < end && offset > start) nodes.add("blank" in piece ? null : piece.node);
    }
    return nodes.size <= 1;
  });
}

/**
 * One edit per match of a global pattern that never matches an empty text; `replace` returns null to keep a match.
 * Tests the pattern first: most patterns match nothing, and `matchAll` would copy each of them for every sentence.
 */
export function editsOf(whole: string, pattern: RegExp, replace: (match: RegExpExecArray) => string | null): Edit[] {
  const edits: Edit[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(whole); match; match = pattern.exec(whole)) {
    const text = replace(match);
    if (text !== null && text !== match[0])
      edits.push({ start: match.index, end: match.index + match[0].length, text });
  }
  return edits;
}
