import { peekText } from "@/lib/formats/encoding";
import { UnreadableFile } from "@/lib/formats/format";
import { readGlossaryTable } from "./glossary-table";
import { firstSkipped, type SkippedItems } from "./skipped";
import { readTbx } from "./tbx-read";
import type { TermEntry } from "./term-entry";

export type GlossaryFile = { readonly terms: readonly TermEntry[]; readonly skipped: SkippedItems };

/** Maximum terms of a glossary. */
export const MAX_TERMS = 20_000;

/** Reads a glossary: as TBX if its content is XML, else as a table. Throws {@link UnreadableFile}. */
export function readGlossaryFile(bytes: Uint8Array, sourceLanguage: string, targetLanguage?: string): GlossaryFile {
  const content = /^\s{0,99}</.test(peekText(bytes, 400))
    ? readTbx(bytes, sourceLanguage)
    : readGlossaryTable(bytes, sourceLanguage, targetLanguage);
  if (content.terms.length > MAX_TERMS)
    throw new UnreadableFile(
      "too_complex",
      `The file has ${content.terms.length} terms; a glossary can have at most ${MAX_TERMS}.`,
    );
  return { terms: content.terms, skipped: firstSkipped(content.skipped) };
}
