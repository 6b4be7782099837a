import { AppError } from "@/lib/base/errors";
import { mapInTurns } from "@/lib/base/pool/in-turns";
import type { DocumentSegment } from "@/lib/formats/format";
import { type ReadValue, storedTextsOf } from "@/lib/formats/l10n/translated-strings";
import type { Exchanged } from "@/lib/formats/l10n/xliff-exchange";
import { adoptCodes } from "@/lib/text/message/adopt-codes";
import type { Forms } from "@/lib/text/plurals/plural-forms";
import { plainText, type Segment, serialize, tokenize } from "@/lib/text/segment";

/** A text of a translated file, with the index of the document's segment that it translates. */
export type AlignedText = {
  readonly index: number;
  /** Encoded, with the codes of the source. */
  readonly text: string;
  /** All forms of a plural message. */
  readonly forms?: Forms;
  /** False if the file marks it as unconfirmed, for example as fuzzy. */
  readonly isFinished: boolean;
  /** True if it translates an earlier source of the segment. */
  readonly isOutdated?: boolean | undefined;
  /** State in the file. */
  readonly state?: "translated" | "reviewed";
};

export type Aligned = {
  readonly texts: readonly AlignedText[];
  /** Every text of the file. If absent, these are `texts` and `notFound`. */
  readonly values?: readonly ReadValue[];
  /** Keys of texts for which the document has no segment. */
  readonly notFound: readonly string[];
  /** The file's own `Plural-Forms` header, for gettext. */
  readonly pluralHeader?: string | undefined;
};

/**
 * Aligns the targets of a bilingual file with a document's segments by key. A target with another source translates
 * another text and counts as not found. Null if no target belongs to the document.
 */
export async function alignTargets(
  document: readonly DocumentSegment[],
  file: readonly DocumentSegment[],
): Promise<Aligned | null> {
  const places = placesByKey(document);
  const sent = file.filter(({ target }) => target?.text);
  const aligned = await mapInTurns(sent, ({ key, text, target }): AlignedText | null => {
    const index = key === undefined ? undefined : places.get(key);
    const source = index === undefined ? undefined : document[index];
    if (index === undefined || source?.text !== text) return null;
    const { text: own, forms, state } = target!;
    return { index, text: own, ...(forms ? { forms } : {}), isFinished: state !== "draft" };
  });
  const texts = aligned.filter((one) => one !== null);
  const notFound = sent.flatMap(({ key, text }, i) => (aligned[i] ? [] : [key ?? text]));
  return texts.length === 0 ? null : { texts, notFound };
}

/**
 * Aligns a table of sources and translations in another format: by key and source, then by source with every segment
 * that has it, then by key as a translation of an earlier source. Null if no text belongs to the document.
 */
export async function alignBySource(
  document: readonly DocumentSegment[],
  file: readonly DocumentSegment[],
): Promise<Aligned | null> {
  const words = await mapInTurns(document, ({ text, codes }) => wordsOf(text, codes));
  const byKey = placesByKey(document);
  const bySource = placesOf(words);
  const texts = new Map<number, AlignedText>();
  const values = await mapInTurns(file, ({ key, note, ...segment }): ReadValue[] => {
    const { target, text: source } = segment;
    if (!target?.text) return [];
    const own = wordsOf(source, segment.codes);
    const named = key === undefined ? undefined : byKey.get(key);
    const isSame = named !== undefined && words[named] === own;
    const same = isSame ? [named] : (bySource.get(own) ?? []);
    const places = same.length > 0 || named === undefined ? same : [named];
    for (const index of places) {
      const adopt = (text: string) =>
        withCodes(document[index]!, adoptCodes(document[index]!, { ...segment, text }).text);
      const forms = Object.entries(target.forms ?? {}).map(([name, form]) => [name, adopt(form)]);
      if (texts.has(index) && !isSame) continue;
      texts.set(index, {
        index,
        text: adopt(target.text),
        ...(target.forms && document[index]!.plural ? { forms: Object.fromEntries(forms) } : {}),
        isFinished: target.state !== "draft",
        isOutdated: same.length === 0,
      });
    }
    const left = places.length === 0 ? { left: "notFound" as const } : {};
    const value = { key: key ?? source, line: null, segments: places, ...left };
    return Array.from({ length: storedTextsOf(target.forms) }, () => value);
  });
  return texts.size === 0 ? null : { texts: [...texts.values()], values: values.flat(), notFound: [] };
}

/**
 * Aligns a returned XLIFF file, which identifies segments by number. If the document has changed since, a text is
 * assigned to the segment with its source, if any. Throws 422 if no source is in the document.
 */
export async function alignExchanged(document: readonly Segment[], file: readonly Exchanged[]): Promise<Aligned> {
  const sources = await mapInTurns(document, ({ text }) => wordsOf(text));
  const places = placesOf(sources);
  const seen = new Map<string, number>();
  const found = await mapInTurns(file, ({ source, text }, i): number | null => {
    if (source === "" && text === null) return null;
    const words = wordsOf(source);
    const before = seen.get(words) ?? 0;
    seen.set(words, before + 1);
    return sources[i] === words ? i : (places.get(words)?.[before] ?? null);
  });
  if (found.every((index) => index === null))
    throw new AppError("unreadable_file", "This XLIFF file has no text of the document.", { reason: "corrupt" });
  const notFound = file.flatMap(({ text, source }, i) => (text && (found[i] ?? null) === null ? [source] : []));
  const texts = file.flatMap(({ text, forms, state, faults }, i): AlignedText[] => {
    const index = found[i] ?? null;
    if (!text || index === null) return [];
    return [
      {
        index,
        text,
        ...(forms ? { forms } : {}),
        isFinished: !faults?.includes("incomplete"),
        ...(state === "initial" ? {} : { state: reached(state) }),
      },
    ];
  });
  return { texts, notFound };
}

/** Replaces placeholders as another format writes them, such as `{name}`, by the matching codes of the source. */
function withCodes({ codes, text: source }: Segment, encoded: string): string {
  const tokens = [...tokenize(encoded)];
  for (const { id, equiv } of codes) {
    if (!equiv || !source.includes(`<x${id}/>`) || tokens.some((token) => token.type !== "text" && token.id === id))
      continue;
    const at = tokens.findIndex((token) => token.type === "text" && token.text.includes(equiv));
    const found = tokens[at];
    if (found?.type !== "text") continue;
    const start = found.text.indexOf(equiv);
    const [before, after] = [found.text.slice(0, start), found.text.slice(start + equiv.length)];
    tokens.splice(at, 1, { type: "text", text: before }, { type: "single", id }, { type: "text", text: after });
  }
  return serialize(tokens);
}

/** The indices of each text, in order. */
function placesOf(texts: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [i, text] of texts.entries()) {
    const same = places.get(text);
    if (same) same.push(i);
    else places.set(text, [i]);
  }
  return places;
}

/** XLIFF's `final` becomes `reviewed`, the highest state here. */
function reached(state: Exclude<Exchanged["state"], "initial">): "translated" | "reviewed" {
  return state === "translated" ? "translated" : "reviewed";
}

/** A text with only these codes and with normalised white space, which programs may change. */
function wordsOf(encoded: string, codes: Segment["codes"] = []): string {
  return plainText(encoded, codes).split(/\s+/).join(" ").trim();
}

/**
 * Aligns a fully translated document with its original: by key if every segment has one, else by position. A text equal
 * to its source counts as translated: it may be a name, or a word of both languages. Throws 422 if the two do not
 * match, so that no text is assigned to a wrong segment.
 */
export async function alignTranslated(
  document: readonly DocumentSegment[],
  file: readonly DocumentSegment[],
): Promise<Aligned> {
  const pairs = pairSegments(document, file);
  const texts = await mapInTurns(pairs, ([index, segment]): AlignedText => {
    return { index, text: adoptCodes(document[index]!, segment).text, isFinished: true };
  });
  const paired = new Set(pairs.map(([, segment]) => segment));
  return { texts, notFound: file.flatMap((one) => (paired.has(one) ? [] : [one.key ?? one.text])) };
}

/** Pairs the segments of a document with those of a translated one; see {@link alignTranslated}. */
export function pairSegments(document: readonly DocumentSegment[], file: readonly DocumentSegment[]): Pair[] {
  return document.every(({ key }) => key !== undefined) ? pairByKey(document, file) : pairByPlace(document, file);
}

/** A segment of a translated file, with the index of the matching segment in the document. */
export type Pair = readonly [index: number, segment: DocumentSegment];

function pairByKey(document: readonly DocumentSegment[], file: readonly DocumentSegment[]): Pair[] {
  const places = placesByKey(document);
  const pairs = file.flatMap((segment): Pair[] => {
    const index = segment.key === undefined ? undefined : places.get(segment.key);
    return index === undefined ? [] : [[index, segment]];
  });
  if (pairs.length === 0)
    throw differs(document, file, "None of the file's keys is in the document.", "no_translations_matched");
  return pairs;
}

function pairByPlace(document: readonly DocumentSegment[], file: readonly DocumentSegment[]): Pair[] {
  if (file.length !== document.length) throw differs(document, file, "Texts can't be matched one to one.");
  const isMoved = file.some(({ key }, i) => key !== document[i]!.key);
  if (isMoved || looksShifted(document, file)) throw differs(document, file, "Their names or positions differ.");
  return file.map((segment, i) => [i, segment]);
}

function placesByKey(document: readonly DocumentSegment[]): ReadonlyMap<string, number> {
  return new Map(document.flatMap(({ key }, i) => (key === undefined ? [] : [[key, i] as const])));
}

/** Up to this many signs of a shift may be coincidence. */
const CHANCE = 2;
/** Maximum number of inserted or removed texts before a position. */
const MAX_SHIFT = 20;

/**
 * Whether the texts are shifted against their sources. Judged by codes and by shared texts, such as untranslated names:
 * more signs must contradict the positions than confirm them, and other positions must be confirmed by more signs.
 */
function looksShifted(document: readonly DocumentSegment[], file: readonly DocumentSegment[]): boolean {
  const sources = new Set(document.map(({ text }) => text));
  let [right, wrong] = [0, 0];
  for (const [i, segment] of file.entries()) {
    const source = document[i]!;
    if (isAlike(source, segment)) right++;
    else if (sources.has(segment.text) || kindsOf(segment) !== kindsOf(source)) wrong++;
  }
  return wrong > CHANCE && wrong > right && mostAlike(document, file) > right + CHANCE;
}

function isAlike(source: DocumentSegment, segment: DocumentSegment): boolean {
  return segment.text === source.text || (source.codes.length > 0 && kindsOf(segment) === kindsOf(source));
}

/** Longest common subsequence: the maximum number of texts that can be aligned in order with a similar text. */
function mostAlike(document: readonly DocumentSegment[], file: readonly DocumentSegment[]): number {
  let last = new Map<number, number>();
  for (const [i, segment] of file.entries()) {
    const next = new Map<number, number>();
    for (let at = Math.max(0, i - MAX_SHIFT); at <= Math.min(document.length - 1, i + MAX_SHIFT); at++) {
      const both = isAlike(document[at]!, segment) ? (last.get(at - 1) ?? 0) + 1 : 0;
      next.set(at, Math.max(both, last.get(at) ?? 0, next.get(at - 1) ?? 0));
    }
    last = next;
  }
  return Math.max(0, ...last.values());
}

function kindsOf({ codes }: DocumentSegment): string {
  return codes
    .map(({ kind }) => kind)
    .sort()
    .join(" ");
}

function differs(
  document: readonly DocumentSegment[],
  file: readonly DocumentSegment[],
  reason: string,
  code: "unreadable_file" | "no_translations_matched" = "unreadable_file",
): AppError {
  return new AppError(
    code,
    `This file doesn't match the document. The file has ${count(file.length)}, the document has ${count(document.length)}. ${reason} If the structure differs on purpose, import the translation as XLIFF.`,
    { reason: "structure_differs", segments: document.length, found: file.length },
  );
}

function count(segments: number): string {
  return segments === 1 ? "1 segment" : `${segments.toLocaleString("en")} segments`;
}
