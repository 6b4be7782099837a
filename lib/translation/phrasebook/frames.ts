import type { Segment } from "@/lib/text/segment";
import { capitalised } from "@/lib/text/words";
import { phrasesOf, STOP, withStop } from "./phrase-book";

/** Maximum length of a sentence in UTF-16 units. */
const MAX_LENGTH = 100;
/** A code, a number or a quoted text. */
const VALUE = String.raw`<x\d+\/>|\d[\d.,]*|"[^"<>&]{1,60}"|“[^“”<>&]{1,60}”`;
const NAME = String.raw`\p{Lu}[\p{L}\p{N}.'-]*`;
/** Patterns of gaps in labels. `{to}` is a verb and everything after it, which the engine translates. */
const GAPS: Readonly<Record<string, string>> = {
  value: `(${VALUE})`,
  name: `(${VALUE}|${NAME}(?: ${NAME}){0,3})`,
  to: String.raw`(?!(?:you|i|we|they)\b)(\p{Ll}[^,;:?]{1,79})`,
};
/** A preposition before an infinitive, in each language of the phrase book. */
const PREPOSITION =
  /^(?:para|per|pour) (?=(?:<[gx]\d+\/?>)*(?:s'|se )?\p{L}*(?:[aeiíou]r|re|rsi)(?:-?se)?(?![\p{L}-]))/u;

/** An English label with gaps as a pattern, and its translation. */
type Frame = { readonly pattern: RegExp; readonly translation: string };

/** A sentence that matches a label: the part to translate, if any, and a function that inserts its translation. */
type Framed = { readonly rest: string; readonly fill: (translated: string) => string | null };

const frames = new Map<string, ReadonlyMap<string, readonly Frame[]>>();

/**
 * Translates short English sentences that word-by-word engines misread (`Sign in with Google`, `Please enter your
 * name`, `Don't close this window`) by labels with gaps, others by `translate`. `none`: the result without an engine.
 */
export async function translateFramed<Answer extends { readonly text: string }>(
  sentences: readonly Segment[],
  languages: { readonly source: string; readonly target: string },
  translate: (inputs: readonly Segment[]) => Promise<readonly Answer[]>,
  none: Answer,
): Promise<Answer[]> {
  const framed = sentences.map(({ text }) => frameOf(text, languages));
  const asked = sentences.flatMap((sentence, i) => (framed[i]?.rest === "" ? [] : [partOf(sentence, framed[i])]));
  const translated = asked.length > 0 ? [...(await translate(asked))] : [];
  const answers = framed.map((frame) => {
    const answer = frame?.rest === "" ? none : translated.shift()!;
    const text = frame ? frame.fill(answer.text) : answer.text;
    return text === null ? null : { ...answer, text };
  });
  const unread = sentences.filter((_, i) => answers[i] === null);
  const again = unread.length > 0 ? [...(await translate(unread))] : [];
  return answers.map((answer) => answer ?? again.shift()!);
}

function partOf(sentence: Segment, frame: Framed | null | undefined): Segment {
  if (!frame) return sentence;
  return { text: frame.rest, codes: sentence.codes.filter(({ id }) => new RegExp(`<[gx]${id}\\b`).test(frame.rest)) };
}

function frameOf(text: string, { source, target }: { source: string; target: string }): Framed | null {
  if (text.length > MAX_LENGTH || !/^en\b/.test(source)) return null;
  const stop = STOP.exec(text)?.[0] ?? "";
  const label = text.slice(0, text.length - stop.length);
  for (const { pattern, translation } of framesOf(target).get(firstWord(text)) ?? []) {
    const gaps = pattern.exec(capitalised(label))?.slice(1);
    if (!gaps) continue;
    const isVerb = translation.includes("{to}");
    const fill = (translated: string) => {
      const infinitive = (target === "fr" ? asVous(translated) : translated).replace(PREPOSITION, "");
      if (isVerb && !PREPOSITION.test(translated)) return null;
      const filled = translation.replace(/\{\w+\}/g, () => (isVerb ? infinitive : gaps.shift()!));
      const written = /^(?:ca|fr)$/.test(target) ? filled.replace(/(?<=\bd)e (?=[aeiouyhéèê])/giu, "'") : filled;
      return withStop(/^\p{Ll}/u.test(text) ? lowered(written) : capitalised(written), stop.trim(), target);
    };
    return { rest: isVerb ? `to ${gaps[0]}` : "", fill };
  }
  return null;
}

const lowered = (text: string) => text.replace(/^\p{Lu}/u, (first) => first.toLowerCase());

/** French labels of the phrase book use “vous”; translations through Spanish use “tu”. */
const asVous = (text: string) =>
  text.replace(/\b(?:ton|ta|(tes))(?= \p{L})/gu, (_, plural?: string) => (plural ? "vos" : "votre"));

/** By first word of the label; empty for a label that begins with a gap. */
function framesOf(target: string): ReadonlyMap<string, readonly Frame[]> {
  const known = frames.get(target);
  if (known) return known;
  const byWord = new Map<string, Frame[]>();
  for (const [english, translation] of phrasesOf(target) ?? []) {
    if (!english.includes("{")) continue;
    const pattern = english.replace("?", "\\?").replace(/\{(\w+)\}/g, (_, gap: string) => GAPS[gap]!);
    const word = firstWord(english);
    const frame = { pattern: new RegExp(`^(?:${pattern})$`, "u"), translation };
    byWord.set(word, [...(byWord.get(word) ?? []), frame]);
  }
  frames.set(target, byWord);
  return byWord;
}

function firstWord(text: string): string {
  return /^[\p{L}'’]+/u.exec(text)?.[0].toLowerCase().replace("’", "'") ?? "";
}
