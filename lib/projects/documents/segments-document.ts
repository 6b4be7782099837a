import { z } from "zod";
import { AppError } from "@/lib/base/errors";
import type { DocumentSegment, TranslatedText, Written } from "@/lib/formats/format";
import type { SegmentInput } from "@/lib/schemas/documents";
import { type Forms, ruleOf } from "@/lib/text/plurals/plural-forms";
import { escapeText, plainSegment, plainText } from "@/lib/text/segment";

/** Format of documents that were sent as segments with keys. Stored and written as JSON. */
export const SEGMENTS_FORMAT = "segments";
export const SEGMENTS_MEDIA_TYPE = "application/json";

/** The bytes in which a document of segments is stored. */
export function segmentsBytes(segments: readonly SegmentInput[]): Buffer {
  return Buffer.from(JSON.stringify({ segments }));
}

/** Reads the segments of a document of segments, with their targets. Markup in both is plain text. */
export function readSegments(bytes: Buffer): DocumentSegment[] {
  return sent(bytes).map(({ key, source, sourceForms, target, forms, note, maxLength }) => ({
    ...plainSegment(source),
    ...(sourceForms ? { plural: pluralOf(sourceForms) } : {}),
    key,
    ...(note ? { note } : {}),
    ...(maxLength ? { maxLength } : {}),
    ...targetOf(target, forms),
  }));
}

function pluralOf(sent: Forms): DocumentSegment["plural"] {
  return { rule: ruleOf(sent), forms: escaped(sent) };
}

function escaped(forms: Forms): Forms {
  return Object.fromEntries(Object.entries(forms).map(([name, text]) => [name, escapeText(text)]));
}

function targetOf(target: string | null | undefined, forms: Forms | null | undefined): Pick<DocumentSegment, "target"> {
  const text = forms ? mainOf(forms) || Object.values(forms).at(-1) : target;
  if (!text) return {};
  return { target: { text: escapeText(text), ...(forms ? { forms: escaped(forms) } : {}), state: "translated" } };
}

/** Maximum bytes of such a document with translations, because parsing it blocks the process. */
const MAX_BYTES = 16 * 1024 * 1024;

const ImportedTargets = z.object({
  segments: z.array(
    z.object({
      key: z.string(),
      source: z.string().optional(),
      target: z.string().nullish(),
      forms: z.record(z.string(), z.string()).nullish(),
    }),
  ),
});

/**
 * Reads the targets of a document of segments that was edited elsewhere. A segment without source gets the document's
 * source. Throws 413 and 422.
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
  return parsed.data.segments.map(({ key, source, target, forms }) => ({
    key,
    text: source === undefined ? (known.get(key) ?? "") : escapeText(source),
    codes: [],
    ...targetOf(target, forms),
  }));
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8").replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

/** Writes the document with the same segments, each with its target and state. */
export function writeSegments(bytes: Buffer, translated: readonly TranslatedText[]): Written {
  const segments = sent(bytes).map(({ key, source, sourceForms, note, maxLength }, index) => {
    const { text, forms, state } = translated[index] ?? { text: null };
    const target = text === null ? null : plainText(text);
    const written = target === null ? null : (state ?? "translated");
    const plain = Object.entries(forms ?? {}).map(([name, one]) => [name, plainText(one)]);
    const own = sourceForms && target !== null ? { forms: Object.fromEntries(plain) } : {};
    return { key, source, sourceForms, target, ...own, state: written, note, maxLength };
  });
  return {
    bytes: Buffer.from(`${JSON.stringify({ segments }, null, 2)}\n`),
    mediaType: SEGMENTS_MEDIA_TYPE,
    extension: "json",
    warnings: [],
  };
}

/** The segments as they were sent. The source of a plural message is its main form. */
function sent(bytes: Buffer): readonly (SegmentInput & { readonly source: string })[] {
  const { segments } = JSON.parse(bytes.toString("utf8")) as { segments: readonly SegmentInput[] };
  return segments.map((segment) => ({ ...segment, source: segment.source ?? mainOf(segment.sourceForms ?? {}) }));
}

function mainOf(forms: Forms): string {
  return forms.other ?? forms["1"] ?? forms["0"] ?? "";
}
