import { UnreadableFile } from "@/lib/formats/format";

/** Runs a recursive reader; what nests too deep for it is not accepted. */
export function withinStack<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadableFile("too_complex", "The file nests too deep.");
    throw error;
  }
}
