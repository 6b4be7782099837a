import { setImmediate } from "node:timers/promises";
import type { z } from "zod";
import { AppError } from "@/lib/base/errors";
import { type Caller, requireWithin } from "@/lib/identity/auth/caller";
import { countUsage } from "@/lib/identity/quota/usage";
import type { TranslateBody, Translation, TranslationsByTarget } from "@/lib/schemas/translate";
import type { Shares } from "@/lib/text/detect/detect";
import { isTranslatable } from "@/lib/text/lines";
import { hasIcuChoice } from "@/lib/text/message/placeholders";
import { LONE_LETTER } from "@/lib/text/message/word-tokens";
import { escapeText, plainText, type Segment } from "@/lib/text/segment";
import { splitSentences } from "@/lib/text/sentences";
import { codePoints } from "@/lib/text/words";
import { alternativesOf } from "./alternatives";
import { findForeign } from "./foreign";
import { keepsChoices } from "./inner-choices";
import {
  detectableLanguages,
  findHops,
  isSame,
  type Pair,
  type RoutingScope,
  resolvePair,
  resolveTargets,
} from "./languages";
import { openMarkup, withIcuBranches } from "./markup";
import { betterModel, requireHops } from "./missing-models";
import { byTarget, engineAndSource, onlyAppErrors } from "./outcomes";
import type { TermFault } from "./protect-terms";
import { optionsIn, type Resources, requireResources, withVoice } from "./resources";
import { CONFIDENT, detectSource } from "./source-language";
import type { SegmentTranslation } from "./translate-segments";
import { translateWithResources } from "./translate-with-resources";
import * as warn from "./warnings";

export type TextInput = ToOneTarget<z.output<typeof TranslateBody>>;

/** A request with one target. */
export type ToOneTarget<Input> = Omit<Input, "target" | "targets"> & { readonly target: string };

/** Value of `engine` if none was needed. */
const NO_ENGINE = "none";

/** HTML attributes that contain words, such as those of pictures and input fields. */
const ATTRIBUTES = /\s(?:alt|title|placeholder|aria-[a-z]{1,20})\s{0,9}=\s{0,9}(["'])([^<>]*?)\1/gi;

/** Language code for a text without a language (BCP 47). */
const UNDETERMINED = "und";

/**
 * Translates one text. Throws 400 for languages, 413 over the tier's limit, 422 if the language cannot be detected, 503
 * and 504 for the engine.
 */
export async function translateText(
  caller: Caller,
  input: TextInput,
  signal?: AbortSignal,
  waitSeconds = 0,
): Promise<Translation> {
  requireShort(caller, input.text);
  const pair = await resolvePair(input.source, input.target, routingScopeOf(caller, input));
  const resources = await requireResources(caller, input);
  const translation = await translateOne(caller, input, pair, resources, signal, waitSeconds);
  countUsage({
    characters: translation.characters,
    engine: translation.engine,
    source: translation.source,
    target: translation.target,
    projectId: input.projectId,
  });
  return translation;
}

/** Translates one text into several languages, each with its own outcome. Throws as `translateText`. */
export async function translateTextByTarget(
  caller: Caller,
  input: Omit<TextInput, "target"> & { readonly targets: readonly string[] },
  signal?: AbortSignal,
  waitSeconds = 0,
): Promise<TranslationsByTarget> {
  requireShort(caller, input.text);
  const named = await resolveTargets(input.source, input.targets, routingScopeOf(caller, input));
  const resources = await requireResources(caller, input);
  const outcomes = await Promise.all(
    named.map(async ({ pair }) =>
      pair instanceof AppError
        ? pair
        : translateOne(caller, input, pair, resources, signal, waitSeconds).catch(onlyAppErrors),
    ),
  );
  const answer = byTarget(input.targets, outcomes);
  countUsage({ characters: answer.characters, projectId: input.projectId, ...engineAndSource(outcomes) });
  return answer;
}

function requireShort(caller: Caller, text: string): void {
  requireWithin(caller, caller.limits.textCharacters, { actual: codePoints(text), unit: "characters", field: "text" });
}

/** Translates one text of a batch, without the checks of the whole request. */
export async function translateOne(
  caller: Caller,
  input: Omit<TextInput, "source" | "target"> & { readonly shares?: Shares },
  pair: Pair,
  resources: Resources,
  signal?: AbortSignal,
  waitSeconds = 0,
): Promise<Translation> {
  const { text } = input;
  const { target } = pair;
  const isMarkup = input.format === "html" && !isTranslatable(text);
  const prose = isMarkup ? [...text.matchAll(ATTRIBUTES)].map(([, , value]) => value).join("\n") : text;
  const hasWords = isTranslatable(prose) || hasIcuChoice(text);
  const detectedSource =
    pair.source === null && hasWords
      ? await detectSource(withoutIcuSyntax(prose || text), target, routingScopeOf(caller, input), input.shares)
      : null;
  const isDetected = detectedSource !== null;
  const source = pair.source ?? detectedSource?.language ?? UNDETERMINED;
  const answer = {
    translation: text,
    source,
    target,
    detectedSource: pair.source === null ? (detectedSource ?? { language: UNDETERMINED, confidence: 0 }) : null,
    characters: codePoints(text),
    engine: NO_ENGINE,
    route: [source, target],
    warnings: detectedSource && detectedSource.confidence < CONFIDENT ? [warn.lowConfidence] : [],
  };
  const unknown = input.confidence ? { confidence: null } : {};
  if (!hasWords) return { ...answer, ...unknown, warnings: [warn.nothingToTranslate] };
  const asking = { ...routingScopeOf(caller, input), waitSeconds };
  const present = pair.hops ?? (await findHops(source, target, asking));
  if (!present && isSame(source, target)) {
    const warnings = [
      ...answer.warnings,
      ...(await inOtherLanguage([text], { source, isDetected }, caller)),
      warn.sameLanguage,
    ];
    return { ...answer, ...unknown, route: [source], warnings };
  }
  const hops = present ?? (await requireHops({ source, target, isDetected }, asking, signal));
  const markup = await withIcuBranches(await openMarkup(text, input.format), source, target);
  const { localOnly, accountId: cacheFor } = caller;
  const work = {
    hops,
    localOnly,
    engine: input.engine,
    cacheFor,
    priority: "interactive",
    signal,
    options: withVoice(optionsIn(input), resources.voice),
    background: resources.voice?.background,
    wantsQuality: input.confidence === true,
  } as const;
  const [done, wronglyNamed] = await Promise.all([
    translateWithResources(markup.segments, work, resources),
    // Runs while the engine works.
    setImmediate().then(() => inOtherLanguage(plainTexts(markup.segments), { source, isDetected }, caller)),
  ]);
  const translation = await markup.write(
    done.translations.map(({ text: encoded }) => encoded),
    target,
  );
  return {
    ...answer,
    translation,
    engine: done.engine,
    route: [...done.route],
    warnings: [
      ...answer.warnings,
      ...wronglyNamed,
      ...warningsOf(done.translations),
      ...unchangedWarning(markup.segments, done.translations, wronglyNamed),
      ...warn.icuNotTranslated(hasIcuChoice(text) && keepsChoices(escapeText(text), escapeText(translation)) ? 1 : 0),
      ...warn.ofIgnored(done.ignored, work.options),
      ...(await betterModel(hops, asking)),
      ...(done.route.length > 2 ? [warn.pivoted(done.route)] : []),
    ],
    ...(input.confidence ? { confidence: confidenceOf(done.translations) } : {}),
    ...(input.alternatives > 0
      ? { alternatives: await alternativesOf(markup, { ...work, target }, done, resources, input.alternatives) }
      : {}),
  };
}

/** The words in an ICU message, for detecting its language. */
function withoutIcuSyntax(text: string): string {
  if (!hasIcuChoice(text)) return text;
  return text.replace(/\{\s*[\w.-]+\s*,\s*(?:plural|select|selectordinal)\s*,|(?:=\d+|[\w-]+)\s*\{|[{}#]/g, " ");
}

function plainTexts(segments: readonly Segment[]): string[] {
  return segments.map(({ text }) => plainText(text));
}

/** The warning that nothing was translated: words are in another language, or unknown to the engine. */
function unchangedWarning(
  segments: readonly Segment[],
  translations: readonly SegmentTranslation[],
  wronglyNamed: readonly warn.Warning[],
): warn.Warning[] {
  const isUnchanged = translations.every(({ text }, i) => text === segments[i]!.text);
  if (!isUnchanged || translations.every(({ translated }) => !translated)) return [];
  const words =
    plainTexts(segments)
      .join(" ")
      .match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? [];
  const unknown = new Set(translations.flatMap(({ unknownWords }) => unknownWords));
  const isText = words.length > 1 || (words[0]?.match(new RegExp(LONE_LETTER, "gu"))?.length ?? 0) > 1;
  const isUnknown = isText && words.every((word) => unknown.has(word));
  return wronglyNamed.length > 0 || isUnknown ? [warn.nothingTranslated] : [];
}

/** The lowest estimate of the translated segments, 0–1; null if a segment has none. */
function confidenceOf(translations: readonly SegmentTranslation[]): number | null {
  const qualities = translations.flatMap(({ translated, quality }) => (translated ? [quality] : []));
  const known = qualities.filter((quality) => quality !== undefined);
  return known.length > 0 && known.length === qualities.length ? Math.min(...known) / 100 : null;
}

/** The warning that a text, or part of it, is in another language than the named or detected one. */
async function inOtherLanguage(
  texts: readonly string[],
  { source, isDetected }: { readonly source: string; readonly isDetected: boolean },
  caller: Caller,
): Promise<warn.Warning[]> {
  const sentences = texts.flatMap((text) => splitSentences(text, source));
  if (isDetected && sentences.length < 2) return [];
  const { lookalike } = await findForeign(sentences, source, await detectableLanguages(caller));
  return lookalike ? [warn.sourceLooksLike(lookalike)] : [];
}

export function routingScopeOf(
  { localOnly, accountId }: Caller,
  { engine }: Pick<TextInput, "engine">,
): RoutingScope & { readonly accountId: string } {
  return { localOnly, accountId, engine };
}

/** The warnings of a text's segments, each once. */
export function warningsOf(translated: readonly SegmentTranslation[]): warn.Warning[] {
  const unknown = [...new Set(translated.flatMap((one) => one.unknownWords))];
  return [
    ...(translated.every((one) => !one.translated) ? [warn.nothingToTranslate] : []),
    ...(translated.some((one) => one.placeholderRepaired) ? [warn.placeholderRepaired] : []),
    ...(translated.some((one) => one.movedCodes.length > 0) ? [warn.codeMoved] : []),
    ...warn.different(translated.flatMap((one) => one.differences ?? [])),
    ...(unknown.length > 0 ? [warn.untranslatedWords(unknown)] : []),
    ...termWarnings(translated.flatMap((one) => one.termFaults)),
  ];
}

function termWarnings(faults: readonly TermFault[]): warn.Warning[] {
  const forbidden = faults.filter((fault) => fault === "glossary.forbidden").length;
  const missing = faults.length - forbidden;
  return [
    ...(missing > 0 ? [warn.glossaryTermMissing(missing)] : []),
    ...(forbidden > 0 ? [warn.glossaryTermForbidden(forbidden)] : []),
  ];
}
