/** Allowance for the fields around the text. */
const OVERHEAD_BYTES = 64 * 1024;

/** JSON may write a code point as two `\uXXXX`: twelve bytes. */
const BYTES_PER_CODE_POINT = 12;

/** Maximum bytes of a JSON body with texts of this many code points. */
export function textBodyBytes(characters: number): number {
  return characters * BYTES_PER_CODE_POINT + OVERHEAD_BYTES;
}
