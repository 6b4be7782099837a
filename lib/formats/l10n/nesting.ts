import { UnreadableFile } from "@/lib/formats/format";

/** Levels of a file of strings, and of one message in it. No file of a person comes near. */
const MAX_LEVELS = 500;

/** Refuses what nests deeper than any file of strings does: keys and labels grow with each level. */
export function refuseDeep(level: number): void {
  if (level > MAX_LEVELS) throw tooDeep();
}

/** Runs a recursive reader; what nests too deep for it is not accepted. */
export function withinStack<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep();
    throw error;
  }
}

function tooDeep(): UnreadableFile {
  return new UnreadableFile("too_complex", `The file nests its values more than ${MAX_LEVELS} deep.`);
}
