import type { z } from "zod";
import { invalidRequest, refuseEmptyFile } from "@/lib/base/errors";
import { mapInTurns } from "@/lib/base/pool/in-turns";
import { extractDocument } from "@/lib/formats/sandbox/sandbox";
import type { EstimateFileFields, FileEstimate } from "@/lib/schemas/files";
import { isTranslatable } from "@/lib/text/lines";
import { plainText } from "@/lib/text/segment";
import { countWords } from "@/lib/text/words";

/** Locale for word boundaries. Only scripts without spaces have different rules, which are chosen by their letters. */
const WORD_RULES = "en";

/**
 * Counts the text to translate in a file, without storing the file. With a target, omits texts that the file already
 * has in that language; always omits texts of only numbers and signs. Throws 400, 415 and 422 as a translation would.
 */
export async function estimateFile(
  file: { readonly fileName: string; readonly bytes: Buffer } | null,
  { format, target }: z.output<typeof EstimateFileFields>,
): Promise<z.input<typeof FileEstimate>> {
  if (!file) throw invalidRequest([{ path: "file", code: "required", message: "Send the part called file." }]);
  refuseEmptyFile(file.bytes);
  const read = await extractDocument(file.bytes, file.fileName, {
    ...(format ? { format } : {}),
    ...(target ? { into: target } : {}),
  });
  const words = await mapInTurns(read.segments, ({ text, codes }) =>
    isTranslatable(plainText(text)) ? countWords(plainText(text, codes), WORD_RULES) : 0,
  );
  return { format: read.format, segments: read.segments.length, words: words.reduce((sum, one) => sum + one, 0) };
}
