import type { z } from "zod";
import { readChunks } from "@/db/chunks";
import { decodeCursor, encodeCursor } from "@/lib/base/cursor";
import { mapInTurns } from "@/lib/base/pool/in-turns";
import { formatById } from "@/lib/formats/registry";
import { extractDocument, inspectFile } from "@/lib/formats/sandbox/sandbox";
import type { Extracted } from "@/lib/formats/sandbox/threads";
import type { FileComparison, FileProof, ProofQuery } from "@/lib/schemas/files";
import { plainText } from "@/lib/text/segment";
import { type DocumentRequest, partsOf } from "@/lib/translation/documents";
import { expired, type FileRow, findCompleted, type Owner, storedAs } from "./files";
import { areSame, holdsTargets, READ_FROM_LAYOUT, type Text, textsOf } from "./proof";

/** Limits per document: segments, and their UTF-16 code units. The first segment is always included. */
const MAX_SEGMENTS = 1_000;
const MAX_LENGTH = 500_000;

type Comparison = z.input<typeof FileComparison>;

/**
 * The texts of a document and its translation, in reading order. Throws 404, 409 while the translation is not ready,
 * 410 once it has expired, and 422 if one of the two cannot be read.
 */
export async function compareFile(caller: Owner, id: string): Promise<Comparison> {
  const row = await findCompleted(caller, id);
  const options = row.options as DocumentRequest["options"];
  const { into: target, ...parts } = partsOf({ source: null, target: row.target, options });
  const asked = { ...parts, target, repeated: true, awaited: true } as const;
  // A detected source was unknown when the document was read, so it must be omitted now.
  const source = row.source && !row.detectedSource ? { source: row.source } : {};
  const before = await bytesOf(row, "source");
  const original = await extractDocument(before, row.fileName, { ...asked, ...source, format: row.format });
  const after = await bytesOf(row, "output");
  const own = formatById(row.format)?.mediaTypes.includes(row.mediaType) ? row.format : undefined;
  const { format } = await inspectFile(after, row.outputName, own);
  const language = holdsTargets(format) ? source : { source: row.target };
  const translation = await extractDocument(after, row.outputName, { ...asked, ...language, format });
  return compareDocuments(original, translation, { isBilingual: options.bilingual !== undefined });
}

/** The first differences of a finished file, in the order of the comparison. Throws 404, 409 and 410. */
export async function listDifferences(
  caller: Owner,
  id: string,
  { limit, cursor }: z.output<typeof ProofQuery>,
): Promise<z.input<typeof FileProof>> {
  const { proof } = await findCompleted(caller, id);
  const scope = `proof ${id}`;
  const from = cursor ? Number(decodeCursor(scope, cursor)[0]) : 0;
  const items = proof?.items ?? [];
  const end = from + limit;
  const nextCursor = items.length > end ? encodeCursor(scope, [String(end)]) : null;
  return { differences: items.slice(from, end), nextCursor };
}

async function bytesOf(row: FileRow, kind: "source" | "output"): Promise<Buffer> {
  const bytes = await readChunks(storedAs(row.id, kind));
  if (!bytes) throw expired(row);
  return bytes;
}

type Read = Pick<Extracted, "format" | "segments">;

/**
 * The first texts of a document and its translation. If they can be paired, both lists end with the same segment. A
 * document that contains both languages (`isBilingual`) cannot be paired with its original.
 */
export async function compareDocuments(
  original: Read,
  translation: Read,
  { isBilingual = false } = {},
): Promise<Comparison> {
  const hasTargets = holdsTargets(translation.format);
  const before = original.segments.map(({ text, codes, key }) => ({ text, codes, key }));
  const after = textsOf(translation);
  const isReadFromLayout = READ_FROM_LAYOUT.has(original.format) && !hasTargets;
  const aligned = !isBilingual && !isReadFromLayout && areSame(before, after);
  const counts = [shownOf(before), shownOf(after)] as const;
  const common = aligned ? Math.min(...counts) : undefined;
  return {
    aligned,
    original: await sideOf(before, common ?? counts[0]),
    translation: await sideOf(after, common ?? counts[1]),
  };
}

/** Number of segments that are within the limits. */
function shownOf(texts: readonly Text[]): number {
  let length = 0;
  const end = texts.slice(0, MAX_SEGMENTS).findIndex(({ text }, i) => {
    length += text.length;
    return i > 0 && length > MAX_LENGTH;
  });
  return end < 0 ? Math.min(texts.length, MAX_SEGMENTS) : end;
}

async function sideOf(texts: readonly Text[], count: number): Promise<Comparison["original"]> {
  const segments = await mapInTurns(texts.slice(0, count), ({ text, codes, key }) => ({
    key: key ?? null,
    text: plainText(text, codes),
  }));
  return { total: texts.length, segments };
}
