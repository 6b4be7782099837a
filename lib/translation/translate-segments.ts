import { allOrNone } from "@/lib/base/pool/all-or-none";
import { mapInTurns } from "@/lib/base/pool/in-turns";
import { countAnswers } from "@/lib/engines/altered";
import type {
  Background,
  EngineGlossary,
  EngineOption,
  EngineOptions,
  Hop,
  Term,
  Translated,
  TranslationOptions,
} from "@/lib/engines/engine";
import { router } from "@/lib/engines/registry";
import { isTranslatable } from "@/lib/text/lines";
import { repairCodes } from "@/lib/text/message/codes";
import { keepPairEdges } from "@/lib/text/message/pair-edges";
import { type ProtectedCode, type Protector, protect, restore } from "@/lib/text/message/protect";
import { withNoBreakSpaces } from "@/lib/text/qa/spaces";
import { escapeText, plainText, type Segment, serialize, unescapeText } from "@/lib/text/segment";
import { type SplitSegment, splitSegment } from "@/lib/text/sentences";
import { compose } from "./composed";
import { asAppError } from "./engine-fault";
import { FailoverRoute, type RouteUsed } from "./failover-route";
import { protectorOf } from "./glossaries/protect-patterns";
import { translateFramed } from "./phrasebook/frames";
import { PHRASE_BOOK, type PhraseFinder, phraseFinder } from "./phrasebook/phrase-book";
import {
  type GuardedTerms,
  protectTerms,
  replaceOwnWords,
  restoreTerms,
  type TermFault,
  type TermFinder,
  termsAgree,
  termsForEngine,
} from "./protect-terms";
import { type Difference, prove, withoutMarkup } from "./prove";

export type Work = {
  /** One hop, or two with a pivot language. */
  readonly hops: readonly Hop[];
  /** True if no remote engine may receive the text, not even as a fallback. */
  readonly localOnly: boolean;
  /** Id of the only engine to use, without failover. */
  readonly engine?: string | undefined;
  /** Account whose cached results may be used. Only set for interactive work. */
  readonly cacheFor?: string | undefined;
  /** Requests the engine's quality estimate. */
  readonly wantsQuality?: boolean | undefined;
  /** Context, formality and instructions, for engines that support them. */
  readonly options?: TranslationOptions | undefined;
  /** Information about the origin of the segments, for engines that support it. */
  readonly background?: Background | undefined;
  readonly priority: "interactive" | "bulk";
  readonly signal?: AbortSignal | undefined;
  /** Called after each batch, with the number of finished segments. */
  readonly progress?: ((done: number, total: number) => Promise<void>) | undefined;
  /** Finds the glossary terms to enforce; violations become warnings. */
  readonly terms?: TermFinder | undefined;
  /** The glossary of these terms, for engines that store glossaries themselves. */
  readonly glossary?: EngineGlossary | undefined;
};

export type SegmentTranslation = {
  /** Encoded text that contains every code of the source exactly once. */
  readonly text: string;
  /** The engines used, joined by `+`, or the memory or phrase book that contained the text. */
  readonly engine: string;
  /** False if the text was returned unchanged because it has no words: numbers, emoji, a URL. */
  readonly translated: boolean;
  /** Inline codes that were inserted at a guessed position. */
  readonly movedCodes: readonly number[];
  /** True if one of them was a placeholder. */
  readonly placeholderRepaired: boolean;
  readonly unknownWords: readonly string[];
  /** Differences from the source that further attempts did not fix. */
  readonly differences?: readonly Difference[];
  /** Terms that were not translated as the glossary requires. */
  readonly termFaults: readonly TermFault[];
  /** The engine's estimate, 0–100, if requested and available. The lowest of all sentences and hops. */
  readonly quality?: number;
};

export type TranslatedSegments = RouteUsed & {
  /** One translation per segment, in their order. */
  readonly translations: readonly SegmentTranslation[];
  /** Options that a used engine ignored. */
  readonly ignored: readonly EngineOption[];
};

/** Sentences per batch: enough to keep the engine busy, and few enough to stop quickly. */
const BATCH_SENTENCES = 128;
/**
 * Sizes of the first batches, one per lane. Engines serve concurrent batches in turn, so batches of equal size would
 * end together and leave the engine idle while their results are read.
 */
const FIRST_BATCHES = [BATCH_SENTENCES, BATCH_SENTENCES / 2];

/**
 * The pipeline of every text: compose (NFC) → look up the phrase book → protect terms and placeholders → split into
 * sentences → engine, hop by hop → verify and repair codes → prove → join → restore placeholders → restore and check
 * terms → no-break spaces. A failing engine is replaced by the next best one; the result names the engines used. Throws
 * 503 and 504 if none works.
 */
export async function translateSegments(segments: readonly Segment[], work: Work): Promise<TranslatedSegments> {
  const protector = protectorOf(work.options?.protect);
  const composed = await mapInTurns(segments, (segment) => compose(segment, protector));
  const inputs = composed.map(({ segment }) => segment);
  const languages = { source: work.hops[0]!.source, target: work.hops.at(-1)!.target };
  const find = phraseFinder(inputs, languages);
  const phrases = await mapInTurns(inputs, (segment) =>
    protector && protects(segment, protector) ? null : phraseFor(segment, work, find),
  );
  const done = await fillKnown(inputs, phrases, PHRASE_BOOK, work, translateByEngine);
  const translations = await mapInTurns(done.translations, (one, i) => {
    if (!one.translated) return { ...one, text: segments[i]!.text };
    return { ...one, text: composed[i]!.respell(withNoBreakSpaces(inputs[i]!, one.text, languages)) };
  });
  return { ...done, translations };
}

/**
 * Uses the existing translations, which are encoded, and translates the segments without one (null). `knownBy`: the
 * engine to report for existing ones.
 */
export async function fillKnown(
  segments: readonly Segment[],
  known: readonly (string | null)[],
  knownBy: string,
  work: Work,
  translate: (rest: readonly Segment[], work: Work) => Promise<TranslatedSegments>,
): Promise<TranslatedSegments> {
  const rest = segments.filter((_, i) => known[i] === null);
  const count = segments.length - rest.length;
  if (count === 0) return translate(segments, work);
  const asKnown = (text: string): SegmentTranslation => ({ ...UNTOUCHED, text, translated: true, engine: knownBy });
  const route = [work.hops[0]!.source, work.hops.at(-1)!.target];
  if (rest.length === 0)
    return { translations: known.map((text) => asKnown(text!)), engine: knownBy, route, ignored: [] };
  const progress = work.progress && ((done: number, total: number) => work.progress!(done + count, total + count));
  const translated = await translate(rest, { ...work, progress });
  let next = 0;
  return {
    ...translated,
    translations: known.map((text) => (text === null ? translated.translations[next++]! : asKnown(text))),
    engine: `${knownBy}+${translated.engine}`,
  };
}

/** Encoded; null if a glossary term occurs, an engine was requested, or a better engine than Apertium is available. */
function phraseFor({ text, codes }: Segment, { hops, engine, terms }: Work, find: PhraseFinder): string | null {
  if (engine !== undefined || codes.length > 0 || hops.some((hop) => hop.engine.id !== "apertium")) return null;
  const plain = unescapeText(text);
  const [, before = "", label = "", after = ""] = /^(\s*(?:[-–—•]\s+)?)(.*?)(\s*)$/s.exec(plain.slice(0, 200)) ?? [];
  const phrase = plain.length <= 200 ? find(label) : null;
  if (phrase === null || (terms && terms(plain).length > 0)) return null;
  return escapeText(before + phrase + after);
}

async function translateByEngine(segments: readonly Segment[], work: Work): Promise<TranslatedSegments> {
  const { terms, hops } = work;
  if (!terms) return translateGuarded(segments, work);
  const languages = { source: hops[0]!.source, target: hops.at(-1)!.target };
  const guarded = await mapInTurns(segments, (segment) => protectTerms(segment, terms, "safe"));
  const done = await translateGuarded(
    guarded.map(({ segment }) => segment),
    work,
    termsForEngine(guarded),
  );
  const natural = await mapInTurns(done.translations, (translation, i) =>
    withTerms(guarded[i]!, translation, languages),
  );
  return { ...done, translations: await putInTerms(segments, natural, { ...work, terms }, languages) };
}

/**
 * Inserts the glossary's wordings into translations that lack them, if they agree with the sentence. Otherwise the
 * engine's words stay, with the error of the term: a wrong article is worse than another correct word.
 */
async function putInTerms(
  segments: readonly Segment[],
  natural: readonly SegmentTranslation[],
  work: Work & { readonly terms: TermFinder },
  languages: { readonly source: string; readonly target: string },
): Promise<readonly SegmentTranslation[]> {
  const lacking = natural.flatMap(({ termFaults }, i) => {
    if (termFaults.length === 0) return [];
    const guarded = protectTerms(segments[i]!, work.terms);
    return guarded.unsafe.length > 0 ? [{ i, guarded }] : [];
  });
  if (lacking.length === 0) return natural;
  const again = await translateGuarded(
    lacking.map(({ guarded }) => guarded.segment),
    { ...work, progress: undefined },
    termsForEngine(lacking.map(({ guarded }) => guarded)),
  );
  const agreeing = again.translations.map(({ text }, at) => termsAgree(lacking[at]!.guarded, text, languages.target));
  const own = await ownWords(
    lacking.filter((_, at) => !agreeing[at]).map(({ guarded }) => guarded),
    work,
  );
  const better = new Map(
    lacking.flatMap(({ i, guarded }, at) => {
      const placed = agreeing[at] ? withTerms(guarded, again.translations[at]!, languages) : inPlaceOf(guarded, i);
      return placed && placed.termFaults.length < natural[i]!.termFaults.length ? [[i, placed] as const] : [];
    }),
  );
  function inPlaceOf(guarded: GuardedTerms, i: number): SegmentTranslation | null {
    const text = replaceOwnWords(guarded, natural[i]!.text, own, languages.target);
    return text === null ? null : withTerms({ ...guarded, codes: [] }, { ...natural[i]!, text }, languages);
  }
  return natural.map((translation, i) => better.get(i) ?? translation);
}

/** The engine's own words for terms whose wordings do not agree, to find where these belong. Each is requested once. */
async function ownWords(guarded: readonly GuardedTerms[], work: Work): Promise<ReadonlyMap<string, string>> {
  const words = [...new Set(guarded.flatMap(({ unsafe }) => unsafe.map((one) => one.words)))];
  if (words.length === 0) return new Map();
  const { translations } = await translateGuarded(
    words.map((text): Segment => ({ text: serialize([{ type: "text", text }]), codes: [] })),
    { ...work, progress: undefined },
  );
  return new Map(words.map((word, at) => [word, plainText(translations[at]!.text)]));
}

function withTerms(
  guarded: GuardedTerms,
  translation: SegmentTranslation,
  languages: { readonly source: string; readonly target: string },
): SegmentTranslation {
  const { text, faults } = restoreTerms(guarded, translation.text, languages);
  const ids = new Set(guarded.codes.map(({ id }) => id));
  return {
    ...translation,
    text,
    translated: translation.translated || ids.size > 0,
    movedCodes: translation.movedCodes.filter((id) => !ids.has(id)),
    termFaults: faults,
  };
}

async function translateGuarded(
  segments: readonly Segment[],
  work: Work,
  terms: readonly Term[] = [],
): Promise<TranslatedSegments> {
  const protector = protectorOf(work.options?.protect);
  const prepared = await mapInTurns(segments, (segment) => prepare(segment, work.hops[0]!.source, protector));
  const sentences = prepared.flatMap((one) => one.split?.parts.map((part) => part.segment) ?? []);
  const way = new FailoverRoute(work.hops, work);
  const answers = await translateSentences(sentences, way, { work, terms }, countDone(prepared, work));
  let next = 0;
  const translations = await mapInTurns(prepared, (one) => {
    const count = one.split?.parts.length ?? 0;
    next += count;
    return { ...finish(one, answers.slice(next - count, next)), engine: way.used.engine };
  });
  return { translations, ...way.used, ignored: way.ignored(work.options ?? {}) };
}

type Prepared = {
  readonly source: Segment;
  /** The source with its placeholders as codes. */
  readonly guarded: Segment;
  /** The sentences; null if the segment has nothing to translate. */
  readonly split: SplitSegment | null;
  readonly protectedCodes: readonly ProtectedCode[];
};

function protects({ text }: Segment, protector: Protector): boolean {
  return protector(plainText(text)).length > 0;
}

function prepare(source: Segment, language: string, protector: Protector | undefined): Prepared {
  if (!isTranslatable(plainText(source.text))) return { source, guarded: source, split: null, protectedCodes: [] };
  const { segment, protectedCodes } = protect(withoutHyphenation(source), protector);
  if (!/\p{L}/u.test(plainText(segment.text))) return { source, guarded: source, split: null, protectedCodes: [] };
  return { source, guarded: segment, split: splitSegment(segment, language), protectedCodes };
}

/** Removes soft hyphens, at which engines would split a word into two unknown ones. */
function withoutHyphenation(segment: Segment): Segment {
  return segment.text.includes("\u00ad") ? { ...segment, text: segment.text.replaceAll("\u00ad", "") } : segment;
}

type SentenceAnswer = {
  readonly text: string;
  readonly moved: readonly number[];
  readonly unknownWords: readonly string[];
  readonly differences?: readonly Difference[];
  readonly quality?: number;
};

function finish(
  { source, guarded, split, protectedCodes }: Prepared,
  answers: readonly SentenceAnswer[],
): Omit<SegmentTranslation, "engine"> {
  if (!split) return { ...UNTOUCHED, text: source.text };
  const joined = rejoin(guarded, split, answers);
  const moved = [...new Set([...answers.flatMap((answer) => answer.moved), ...joined.moved])];
  const placeholders = new Set(protectedCodes.map((code) => code.id));
  return {
    text: restore(keepPairEdges(guarded, joined.text), protectedCodes),
    translated: true,
    movedCodes: moved.filter((id) => !placeholders.has(id)),
    placeholderRepaired: moved.some((id) => placeholders.has(id)),
    unknownWords: answers.flatMap((answer) => answer.unknownWords),
    differences: answers.flatMap(({ differences }) => differences ?? []),
    termFaults: [],
    ...worstOf(answers),
  };
}

/** The lowest quality estimate of the results; empty if a result has none. */
function worstOf(answers: readonly { readonly quality?: number }[]): { readonly quality?: number } {
  const qualities = answers.flatMap(({ quality }) => quality ?? []);
  return qualities.length > 0 && qualities.length === answers.length ? { quality: Math.min(...qualities) } : {};
}

const UNTOUCHED = { translated: false, movedCodes: [], placeholderRepaired: false, unknownWords: [], termFaults: [] };

/** A pair of codes that was split between sentences may cross other codes after joining. */
function rejoin(
  guarded: Segment,
  split: SplitSegment,
  answers: readonly SentenceAnswer[],
): { text: string; moved: readonly number[] } {
  const text = split.join(answers.map((answer) => answer.text));
  return split.parts.length > 1 && guarded.codes.length > 0 ? repairCodes(guarded, text) : { text, moved: [] };
}

async function translateSentences(
  sentences: readonly Segment[],
  way: FailoverRoute,
  task: { readonly work: Work; readonly terms: readonly Term[] },
  done: (sentences: number) => Promise<void>,
): Promise<SentenceAnswer[]> {
  const answers: SentenceAnswer[] = new Array(sentences.length);
  const failure = new AbortController();
  const signal = task.work.signal ? AbortSignal.any([task.work.signal, failure.signal]) : failure.signal;
  const work = { ...task.work, signal };
  const isFramed = work.engine === undefined && work.hops.every(({ engine }) => engine.id === "apertium");
  let next = 0;
  let finished = 0;
  const lane = async (first: number): Promise<void> => {
    for (let size = first; next < sentences.length; size = BATCH_SENTENCES) {
      signal.throwIfAborted();
      const from = next;
      next += size;
      const batch = sentences.slice(from, next);
      const translated = await way
        .run((hops) => translateProven(batch, hops, way, (used) => engineOptions(work, task.terms, used), isFramed))
        .catch((error) => {
          throw asAppError(error);
        });
      for (const [i, answer] of translated.entries()) answers[from + i] = answer;
      finished += batch.length;
      await done(finished);
    }
  };
  await allOrNone(FIRST_BATCHES.map(lane), failure);
  return answers;
}

/**
 * Translates again what differs from its source: first without markup, then by the next engine. If neither is better,
 * keeps the differences.
 */
async function translateProven(
  sentences: readonly Segment[],
  hops: readonly Hop[],
  way: FailoverRoute,
  options: (hops: readonly Hop[]) => EngineOptions,
  isFramed: boolean,
): Promise<SentenceAnswer[]> {
  const languages = { source: hops[0]!.source, target: hops.at(-1)!.target };
  const differencesOf = (i: number, text: string) => prove(sentences[i]!, text, languages);
  const byEngine = (inputs: readonly Segment[]) => translateBatch(inputs, hops, options(hops));
  const answers = isFramed
    ? await translateFramed(sentences, languages, byEngine, { text: "", moved: [], unknownWords: [] })
    : await byEngine(sentences);
  for (const [i, answer] of answers.entries()) {
    const words = plainText(sentences[i]!.text); // A pronoun may not be a word in the target: Catalan "hi".
    if (plainText(answer.text).trim() === "" && /\p{L}/u.test(words))
      answers[i] = { ...answer, text: sentences[i]!.text, unknownWords: [words.trim()] };
    const differences = differencesOf(i, answers[i]!.text);
    if (differences.length > 0) answers[i] = { ...answers[i]!, differences };
  }
  const differing = () => [...answers.keys()].filter((i) => answers[i]!.differences);
  const altered = differing().map((i) => ({ ...languages, ...answers[i]!.differences![0]! }));
  if (hops.length === 1) countAnswers(hops[0]!.engine.id, answers.length, altered);
  const retry = async (indices: readonly number[], inputs: readonly Segment[], over: readonly Hop[]) => {
    let isBetter = false;
    for (const [n, again] of (await translateBatch(inputs, over, options(over))).entries()) {
      const i = indices[n]!;
      if (differencesOf(i, again.text).length > 0) continue;
      const { text, moved } = repairCodes(sentences[i]!, again.text);
      answers[i] = { ...again, text, moved: [...again.moved, ...moved] };
      isBetter = true;
    }
    return isBetter;
  };
  const marked = differing().flatMap((i) => {
    const plain = withoutMarkup(sentences[i]!);
    return plain ? [{ i, plain }] : [];
  });
  if (marked.length > 0)
    await retry(
      marked.map(({ i }) => i),
      marked.map(({ plain }) => plain),
      hops,
    );
  const left = differing();
  if (left.length > 0) {
    const inputs = left.map((i) => sentences[i]!);
    await way.second(hops, (others) => retry(left, inputs, others));
  }
  return answers;
}

async function translateBatch(
  sentences: readonly Segment[],
  hops: readonly Hop[],
  options: EngineOptions,
): Promise<SentenceAnswer[]> {
  let current: SentenceAnswer[] = sentences.map((sentence) => ({ text: sentence.text, moved: [], unknownWords: [] }));
  for (const hop of hops) {
    const inputs = sentences.map((sentence, i) => ({ ...sentence, text: current[i]!.text }));
    const outputs = await router().translate(hop, inputs, options);
    current = outputs.map((output, i) => verify(inputs[i]!, output, hop === hops[0] ? null : current[i]!));
  }
  return current;
}

/** Options for one hop. With two hops no terms are sent, because neither engine knows both languages of a term. */
function engineOptions(work: Work, terms: readonly Term[], hops: readonly Hop[]): EngineOptions {
  const {
    priority,
    signal,
    cacheFor,
    wantsQuality,
    options: { protect: _, ...options } = {},
    glossary,
    background,
  } = work;
  return {
    ...options,
    priority,
    ...(background ? { background } : {}),
    ...(signal ? { signal } : {}),
    ...(cacheFor ? { cacheScope: cacheFor } : {}),
    ...(terms.length > 0 && hops.length === 1 ? { terms, ...(glossary ? { glossary } : {}) } : {}),
    ...(wantsQuality ? { wantsQuality } : {}),
  };
}

/**
 * Ensures that every code occurs exactly once and is well nested, whatever the engine returned. `before` is the result
 * of the previous hop.
 */
function verify(source: Segment, output: Translated, before: SentenceAnswer | null): SentenceAnswer {
  const unknownWords = [...(before?.unknownWords ?? []), ...(output.unknownWords ?? [])];
  const quality = worstOf(before ? [before, output] : [output]);
  const moved = before?.moved ?? [];
  if (source.codes.length === 0) return { text: output.text, moved, unknownWords, ...quality };
  const repaired = repairCodes(source, output.text);
  return { text: repaired.text, moved: [...moved, ...repaired.moved], unknownWords, ...quality };
}

/** Converts the number of finished sentences to finished segments, for the progress. */
function countDone(prepared: readonly Prepared[], work: Work): (sentences: number) => Promise<void> {
  const { progress } = work;
  if (!progress) return async () => {};
  const ends: number[] = [];
  for (const one of prepared) ends.push((ends.at(-1) ?? 0) + (one.split?.parts.length ?? 0));
  let at = 0;
  return async (sentences) => {
    while (at < ends.length && ends[at]! <= sentences) at += 1;
    await progress(at, prepared.length);
  };
}
