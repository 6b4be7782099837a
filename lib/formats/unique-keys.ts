import type { DocumentSegment } from "./format";

/** Adds numbers to repeated keys, in document order. */
export function uniqueKeys(segments: readonly DocumentSegment[]): DocumentSegment[] {
  const taken = new Set<string>();
  const times = new Map<string, number>();
  return segments.map((segment) => {
    const { key } = segment;
    if (key === undefined) return segment;
    let unique = key;
    for (let time = times.get(key) ?? 1; taken.has(unique); time++) {
      times.set(key, time + 1);
      unique = `${key} (${time + 1})`;
    }
    taken.add(unique);
    return unique === key ? segment : { ...segment, key: unique };
  });
}
