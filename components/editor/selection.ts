/** Selected segments by id, and the index of the last selected one, where a range starts. */
export type Selection = { readonly ids: ReadonlySet<string>; readonly from: number | null };

export const NO_SELECTION: Selection = { ids: new Set(), from: null };

/** Selects or deselects a segment of a list. `range` selects all from the last selected one to it. At most `most`. */
export function select(
  selection: Selection,
  list: readonly string[],
  index: number,
  { range, most }: { readonly range: boolean; readonly most: number },
): Selection {
  const id = list[index];
  if (id === undefined) return selection;
  if (range && selection.from !== null) {
    const [first, last] = [Math.min(selection.from, index), Math.max(selection.from, index)];
    return { ids: limited([...selection.ids, ...list.slice(first, last + 1)], most), from: selection.from };
  }
  const others = [...selection.ids].filter((one) => one !== id);
  return { ids: limited(selection.ids.has(id) ? others : [...others, id], most), from: index };
}

function limited(ids: readonly string[], most: number): ReadonlySet<string> {
  return new Set([...new Set(ids)].slice(0, most));
}
