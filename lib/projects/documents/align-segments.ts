import { AppError } from "@/lib/errors";
import type { DocumentSegment } from "@/lib/formats/format";
import { adoptCodes } from "@/lib/text/adopt-codes";

/** What a translated file says of a segment; its place is that in the document. */
export type AlignedText = {
  readonly index: number;
  /** Encoded with the codes of the source. */
  readonly text: string;
  /** False where nobody has confirmed it: a fuzzy entry, or codes that were placed by guess. */
  readonly isFinished: boolean;
};

export type Aligned = {
  readonly texts: readonly AlignedText[];
  /** Texts that say nothing, being those of the source. */
  readonly untranslated: number;
  /** Texts whose segment the document has not. */
  readonly notFound: number;
};

/**
 * Aligns the targets of a bilingual file with the segments of a document, by key. A target whose source is another one is
 * the translation of another text: it is not found. Null when no target belongs to the document.
 */
export function alignTargets(document: readonly DocumentSegment[], file: readonly DocumentSegment[]): Aligned | null {
  const places = placesByKey(document);
  const texts: AlignedText[] = [];
  let notFound = 0;
  for (const { key, text, target } of file) {
    if (!target) continue;
    const index = key === undefined ? undefined : places.get(key);
    if (index === undefined || document[index]!.text !== text) notFound++;
    else {
      const { text: whole, isGuess } = adoptCodes(document[index]!, {
        text: target.text,
        codes: document[index]!.codes,
      });
      texts.push({ index, text: whole, isFinished: target.state !== "draft" && !isGuess });
    }
  }
  return texts.length === 0 ? null : { texts, untranslated: 0, notFound };
}

/**
 * Aligns a document that was translated as a whole with the one that it was made from: by key where every segment has one,
 * else by place. A text that is the very same as its source counts as untranslated, since files of strings hold the source
 * where a translation is missing. Throws 422 where the two do not agree, rather than give a text to another's segment.
 */
export function alignTranslated(document: readonly DocumentSegment[], file: readonly DocumentSegment[]): Aligned {
  const pairs = document.every(({ key }) => key !== undefined)
    ? pairByKey(document, file)
    : pairByPlace(document, file);
  const texts: AlignedText[] = [];
  let untranslated = 0;
  for (const [index, segment] of pairs) {
    const { text, isGuess } = adoptCodes(document[index]!, segment);
    if (text === document[index]!.text) untranslated++;
    else texts.push({ index, text, isFinished: !isGuess });
  }
  return { texts, untranslated, notFound: file.length - pairs.length };
}

type Pair = readonly [index: number, segment: DocumentSegment];

function pairByKey(document: readonly DocumentSegment[], file: readonly DocumentSegment[]): Pair[] {
  const places = placesByKey(document);
  const pairs = file.flatMap((segment): Pair[] => {
    const index = segment.key === undefined ? undefined : places.get(segment.key);
    return index === undefined ? [] : [[index, segment]];
  });
  if (pairs.length === 0) throw differs(document, file, "none of its texts has a key of the document");
  return pairs;
}

function pairByPlace(document: readonly DocumentSegment[], file: readonly DocumentSegment[]): Pair[] {
  if (file.length !== document.length) throw differs(document, file, "they cannot be put side by side");
  const isMoved = file.some(({ key }, i) => key !== document[i]!.key);
  if (isMoved || looksShifted(document, file))
    throw differs(document, file, "but not the same ones in the same places");
  return file.map((segment, i) => [i, segment]);
}

function placesByKey(document: readonly DocumentSegment[]): ReadonlyMap<string, number> {
  return new Map(document.flatMap(({ key }, i) => (key === undefined ? [] : [[key, i] as const])));
}

/** So few signs of a shift may be the translator's freedom. */
const CHANCE = 2;

/**
 * Whether texts stand beside others than their own: codes and texts that both have tell, such as names that nobody
 * translates. There must be more signs against their places than for them.
 */
function looksShifted(document: readonly DocumentSegment[], file: readonly DocumentSegment[]): boolean {
  const sources = new Set(document.map(({ text }) => text));
  let [right, wrong] = [0, 0];
  for (const [i, segment] of file.entries()) {
    const source = document[i]!;
    if (segment.text === source.text) right++;
    else if (sources.has(segment.text)) wrong++;
    else if (kindsOf(segment) !== kindsOf(source)) wrong++;
    else if (source.codes.length > 0) right++;
  }
  return wrong > CHANCE && wrong > right;
}

function kindsOf({ codes }: DocumentSegment): string {
  return codes
    .map(({ kind }) => kind)
    .sort()
    .join(" ");
}

function differs(document: readonly DocumentSegment[], file: readonly DocumentSegment[], how: string): AppError {
  return new AppError(
    "unreadable_file",
    `This file does not belong to the document: it has ${count(file.length)}, the document has ${count(document.length)}, ${how}. A document that was changed in other ways can be translated as XLIFF.`,
    { reason: "structure_differs", segments: document.length, found: file.length },
  );
}

function count(segments: number): string {
  return segments === 1 ? "1 segment" : `${segments.toLocaleString("en")} segments`;
}
