/** A source range in UTF-16 units. Every node of a parsed XML document has one. */
export type Span = { readonly start: number; readonly end: number };

/** Text to write: literal pieces, and source ranges with the patches within them. */
export type Raw = readonly (string | Span)[];

/** Replaces a source range. `start === end` inserts. */
export type Patch = Span & { readonly raw: Raw };

/**
 * Applies patches, which may be nested: a text box is a paragraph within a paragraph, and the rewritten outer one
 * includes the inner one as a source range. A patch has no effect if it is in a replaced range that the replacement
 * does not include. Throws a RangeError if two patches cross.
 */
export function applyPatches(source: string, patches: readonly Patch[]): string {
  const sorted = [...patches].sort(
    (a, b) => a.start - b.start || Number(a.end !== a.start) - Number(b.end !== b.start) || b.end - a.end,
  );
  const out: string[] = [];

  /** Index of the first patch that begins at or after an offset, searched from index `least`. */
  const firstFrom = (offset: number, least: number) => {
    let low = least;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]!.start < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  const copy = (from: number, to: number, least: number) => {
    let at = from;
    for (let index = firstFrom(from, least); index < sorted.length && sorted[index]!.start < to; ) {
      const patch = sorted[index]!;
      if (patch.end > to) throw new RangeError(`Patches cross at offset ${patch.start}.`);
      out.push(source.slice(at, patch.start));
      write(patch.raw, index + 1);
      at = patch.end;
      index = firstFrom(at, index + 1);
    }
    out.push(source.slice(at, to));
  };

  const write = (raw: Raw, least: number) => {
    for (const piece of raw) {
      if (typeof piece === "string") out.push(piece);
      else copy(piece.start, piece.end, least);
    }
  };

  copy(0, source.length, 0);
  return out.join("");
}

/** A patch of the same text at another position, `by` UTF-16 units later. */
export function shifted({ start, end, raw }: Patch, by: number): Patch {
  const move = (span: Span) => ({ start: span.start + by, end: span.end + by });
  return { ...move({ start, end }), raw: raw.map((piece) => (typeof piece === "string" ? piece : move(piece))) };
}

/** Replaces `source.slice(start, end)` by `text`. Offsets are UTF-16 units. `start === end` inserts. */
export type Edit = { readonly start: number; readonly end: number; readonly text: string };

/**
 * All documents are written by this function: everything outside the edits stays unchanged. Insertions at one position
 * keep their order. Throws a RangeError for edits that overlap or are out of range, which would be a bug.
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
