import { z } from "zod";
import { AppError } from "@/lib/errors";
import type { DocumentSegment, TranslatedText, Written } from "@/lib/formats/format";
import type { SegmentInput } from "@/lib/schemas/documents";
import { type Forms, ruleOf } from "@/lib/text/plurals/plural-forms";
import { escapeText, plainSegment, plainText } from "@/lib/text/segment";

/** Format of documents that were sent as segments with keys: kept as JSON, and written as JSON. */
export const SEGMENTS_FORMAT = "segments";
export const SEGMENTS_MEDIA_TYPE = "application/json";

/** The bytes that are kept of such a document. */
export function segmentsBytes(segments: readonly SegmentInput[]): Buffer {
  return Buffer.from(JSON.stringify({ segments }));
}

/** The segments of such a document, with the targets that were sent. They are plain text: markup in them is text. */
export function readSegments(bytes: Buffer): DocumentSegment[] {
  return sent(bytes).map(({ key, source, sourceForms, target, note, maxLength }) => ({
    ...plainSegment(source),
    ...(sourceForms ? { plural: pluralOf(sourceForms) } : {}),
    key,
    ...(note ? { note } : {}),
    ...(maxLength ? { maxLength } : {}),
    ...(target ? { target: { text: escapeText(target), state: "translated" } } : {}),
  }));
}

function pluralOf(sent: Readonly<Record<string, string>>): DocumentSegment["plural"] {
  const forms = Object.fromEntries(Object.entries(sent).map(([name, text]) => [name, escapeText(text)]));
  return { rule: ruleOf(forms), forms };
}

/** Bytes of such a document with its translations; it is read at once, while others wait. */
const MAX_BYTES = 16 * 1024 * 1024;

const ImportedTargets = z.object({
  segments: z.array(z.object({ key: z.string(), source: z.string().optional(), target: z.string().nullish() })),
});

/**
 * The targets of such a document as it was given out and has come back. A segment that does not repeat its source has the
 * one of the document. Throws 413 and 422.
 */
export function readImportedTargets(bytes: Buffer, document: readonly DocumentSegment[]): DocumentSegment[] {
  if (bytes.length > MAX_BYTES)
    throw new AppError("too_large", "The file is too large. Split its segments into several files.", {
      limit: MAX_BYTES,
      actual: bytes.length,
      unit: "bytes",
      field: "file",
    });
  const known = new Map(document.map((segment) => [segment.key, segment.text]));
  const parsed = ImportedTargets.safeParse(parseJson(bytes));
  if (!parsed.success)
    throw new AppError("unreadable_file", "This is not a JSON file with segments that have a key and a target.", {
      reason: "corrupt",
    });
  return parsed.data.segments.map(({ key, source, target }) => ({
    key,
    text: source === undefined ? (known.get(key) ?? "") : escapeText(source),
    codes: [],
    ...(target ? { target: { text: escapeText(target), state: "translated" } } : {}),
  }));
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8").replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

/** The document with translations: the same segments, each with its target and how far that is. */
export function writeSegments(bytes: Buffer, translated: readonly TranslatedText[]): Written {
  const segments = sent(bytes).map(({ key, source, sourceForms, note, maxLength }, index) => {
    const { text, state } = translated[index] ?? { text: null };
    const target = text === null ? null : plainText(text);
    const written = target === null ? null : (state ?? "translated");
    return { key, source, sourceForms, target, state: written, note, maxLength };
  });
  return {
    bytes: Buffer.from(`${JSON.stringify({ segments }, null, 2)}\n`),
    mediaType: SEGMENTS_MEDIA_TYPE,
    extension: "json",
    warnings: [],
  };
}

/** What was sent; of a plural message the source is its main form. */
function sent(bytes: Buffer): readonly (SegmentInput & { readonly source: string })[] {
  const { segments } = JSON.parse(bytes.toString("utf8")) as { segments: readonly SegmentInput[] };
  return segments.map((segment) => ({ ...segment, source: segment.source ?? mainOf(segment.sourceForms ?? {}) }));
}

function mainOf(forms: Forms): string {
  return forms.other ?? forms["1"] ?? forms["0"] ?? "";
}
