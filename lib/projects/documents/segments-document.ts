import type { DocumentSegment, TranslatedText, Written } from "@/lib/formats/format";
import type { SentSegment } from "@/lib/schemas/documents";
import { escapeText, plainSegment, plainText } from "@/lib/text/segment";

/** Format of documents that were sent as segments with keys: kept as JSON, and written as JSON. */
export const SEGMENTS_FORMAT = "segments";
export const SEGMENTS_MEDIA_TYPE = "application/json";

/** The bytes that are kept of such a document. */
export function segmentsBytes(segments: readonly SentSegment[]): Buffer {
  return Buffer.from(JSON.stringify({ segments }));
}

/** The segments of such a document, with the targets that were sent. They are plain text: markup in them is text. */
export function readSegments(bytes: Buffer): DocumentSegment[] {
  return sent(bytes).map(({ key, source, target, note, maxLength }) => ({
    ...plainSegment(source),
    key,
    ...(note ? { note } : {}),
    ...(maxLength ? { maxLength } : {}),
    ...(target ? { target: { text: escapeText(target), state: "translated" } } : {}),
  }));
}

/** The document with translations: the same segments, each with its target and how far that is. */
export function writeSegments(bytes: Buffer, translated: readonly TranslatedText[]): Written {
  const segments = sent(bytes).map(({ key, source, note, maxLength }, index) => {
    const { text, state } = translated[index] ?? { text: null };
    const target = text === null ? null : plainText(text);
    return { key, source, target, state: target === null ? null : (state ?? "translated"), note, maxLength };
  });
  return {
    bytes: Buffer.from(`${JSON.stringify({ segments }, null, 2)}\n`),
    mediaType: SEGMENTS_MEDIA_TYPE,
    extension: "json",
    warnings: [],
  };
}

function sent(bytes: Buffer): readonly SentSegment[] {
  return (JSON.parse(bytes.toString("utf8")) as { segments: readonly SentSegment[] }).segments;
}
