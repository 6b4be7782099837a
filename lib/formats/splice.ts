/** A range of the source, in UTF-16 units, and what stands there instead. */
export type Edit = { readonly start: number; readonly end: number; readonly text: string };

/**
 * Replaces ranges of the source and keeps everything else. The edits may come in any order; insertions at one place keep
 * theirs. Overlapping edits are a fault of the format and throw.
 */
export function splice(source: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return source;
  const parts: string[] = [];
  let from = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (edit.start < from) throw new RangeError(`Edits overlap at offset ${edit.start}.`);
    parts.push(source.slice(from, edit.start), edit.text);
    from = edit.end;
  }
  parts.push(source.slice(from));
  return parts.join("");
}
