import type { DocumentSegment } from "@/lib/formats/format";
import type { InlineString } from "./inline-string";

/** Position of a string in the file, with its metadata. */
export type StringEntry = {
  /** See {@link Entry}. */
  readonly id?: string | undefined;
  readonly start: number;
  readonly end: number;
  readonly key?: string | undefined;
  readonly note?: string | undefined;
  readonly maxLength?: number | undefined;
  readonly target?: DocumentSegment["target"];
};

/** A segment with the file's metadata; omits empty keys and notes. */
export function segmentAt(inline: InlineString, place: Omit<StringEntry, "start" | "end">): DocumentSegment {
  return {
    ...inline.segment,
    ...(place.key ? { key: place.key } : {}),
    ...(place.note ? { note: place.note } : {}),
    ...(place.maxLength ? { maxLength: place.maxLength } : {}),
    ...(place.target ? { target: place.target } : {}),
  };
}
