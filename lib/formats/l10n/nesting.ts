import { UnreadableFile } from "@/lib/formats/format";

/** Maximum nesting of a string file and of a message; no real file needs so much. */
const MAX_LEVELS = 500;

/** Throws for excessive nesting, because keys and labels grow with each level. */
export function refuseDeep(level: number): void {
  if (level > MAX_LEVELS) throw tooDeep();
}

/** Runs a recursive parser; throws for input nested too deeply for the stack. */
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
