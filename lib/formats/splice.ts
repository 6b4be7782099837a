/** Replaces `source.slice(start, end)` by `text`. Offsets are UTF-16 code units; `start === end` inserts. */
export type Edit = { readonly start: number; readonly end: number; readonly text: string };

/**
 * The single way of writing documents: everything outside the edits stays unchanged. Insertions at one position keep
 * their order. Throws a RangeError for edits that overlap or are out of range: our fault.
 */
export function splice(source: string, edits: readonly Edit[]): string {
  const ordered = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text } of ordered) {
    if (start < at || end < start || end > source.length) {
      throw new RangeError(`Edit ${start}–${end} overlaps another or lies outside 0–${source.length}`);
    }
    pieces.push(source.slice(at, start), text);
    at = end;
  }
  pieces.push(source.slice(at));
  return pieces.join("");
}
