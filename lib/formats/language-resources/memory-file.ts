import { firstSkipped, type SkippedItems } from "./skipped";
import { readTmx, type TmxUnit } from "./tmx-read";

/** The units of a file for the database: as JSON, so that transferring a hundred thousand does not block the thread. */
export type MemoryFile = {
  /** Arrays of {@link TmxUnit} as JSON. */
  readonly batches: readonly string[];
  readonly units: number;
  readonly skipped: SkippedItems;
};

/** Maximum units, and UTF-16 units of text, per import transaction. */
const BATCH_UNITS = 500;
const BATCH_LENGTH = 1_000_000;

/** Reads a TMX file. Throws `UnreadableFile`. */
export function readMemoryFile(bytes: Uint8Array, sourceLanguage: string): MemoryFile {
  const { units, skipped } = readTmx(bytes, sourceLanguage);
  const batches: string[] = [];
  let batch: TmxUnit[] = [];
  let length = 0;
  for (const [index, unit] of units.entries()) {
    batch.push(unit);
    length += unit.source.length + unit.target.length;
    if (batch.length < BATCH_UNITS && length < BATCH_LENGTH && index + 1 < units.length) continue;
    batches.push(JSON.stringify(batch));
    batch = [];
    length = 0;
  }
  return { batches, units: units.length, skipped: firstSkipped(skipped) };
}
