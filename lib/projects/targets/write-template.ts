import { AppError } from "@/lib/base/errors";
import type { DocumentSegment, TranslatedText, Written } from "@/lib/formats/format";
import { writeDocument, writeInTemplate } from "@/lib/formats/sandbox/sandbox";
import type { Template } from "@/lib/formats/sandbox/threads";
import {
  canHoldTargets,
  type DocumentSource,
  formatOptions,
  openDocument,
} from "@/lib/projects/documents/open-document";
import { adoptCodes } from "@/lib/text/message/adopt-codes";
import { serialize, type Token, tokenize } from "@/lib/text/segment";
import { pairSegments } from "./align-segments";
import { NOT_ALIGNABLE } from "./imported-translations";

/** The imported file of a document in a language, into which texts are written. */
export type TargetTemplate = Template;

/**
 * Writes a document's texts into the file imported for the language, keeping the bytes of unchanged texts. Null if the
 * file no longer matches the document, so that the document itself must be the template.
 *
 * @param found the document's segments, with texts in `translated`.
 */
export async function writeTemplate(
  document: Omit<DocumentSource, "languages">,
  found: readonly DocumentSegment[],
  translated: readonly TranslatedText[],
  language: string,
  template: TargetTemplate,
): Promise<Written | null> {
  const { bytes, format, options, sourceLanguage } = document;
  const opening = formatOptions(options, sourceLanguage, language);
  try {
    const strings = await writeInTemplate(bytes, format, opening, translated, language, template);
    if (strings || canHoldTargets(format) || NOT_ALIGNABLE.has(format)) return strings;
    const file = { ...document, bytes: Buffer.from(template.bytes), sourceLanguage: language };
    const { segments } = await openDocument(file, undefined);
    const texts: TranslatedText[] = segments.map(() => ({ text: null }));
    for (const [index, segment] of pairSegments(found, segments)) {
      const given = translated[index];
      const text = textWithin(found[index]!, segment, given?.stays ? null : (given?.text ?? null));
      if (text === undefined) return null;
      texts[segments.indexOf(segment)] = { text };
    }
    return await writeDocument(template.bytes, format, formatOptions(options, language, undefined), texts, language);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** A text with the codes of the translated file; null if unchanged, undefined if the file lacks one of the codes. */
function textWithin(source: DocumentSegment, own: DocumentSegment, text: string | null): string | null | undefined {
  const adopted = adoptCodes(source, own);
  if (text === null || text === adopted.text) return null;
  const numbers = new Map([...adopted.ids].map(([theirs, ours]) => [ours, theirs]));
  const tokens = tokenize(text).map((token): Token | undefined => {
    if (token.type === "text") return token;
    const id = numbers.get(token.id);
    return id === undefined ? undefined : { type: token.type, id };
  });
  return tokens.some((token) => token === undefined) ? undefined : serialize(tokens as Token[]);
}
