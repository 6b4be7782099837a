import type { StoredSegment } from "@/lib/projects/documents/write-segments";

/** The counterpart in main of each segment of a branch: the one it was copied from, else the one with its key. */
export function matchBranch(
  known: readonly StoredSegment[],
  incoming: readonly StoredSegment[],
): (StoredSegment | null)[] {
  const byId = new Map(known.map((one) => [one.id, one]));
  const byKey = new Map(known.map((one) => [one.key, one]));
  const taken = new Set<string>();
  const take = (one: StoredSegment | undefined) => {
    if (!one || taken.has(one.id)) return null;
    taken.add(one.id);
    return one;
  };
  const first = incoming.map(({ baseId }) => take(baseId ? byId.get(baseId) : undefined));
  return incoming.map(({ key }, i) => first[i] ?? take(byKey.get(key)));
}
