import { setImmediate } from "node:timers/promises";
import { detectLanguage } from "@/lib/text/detect/detect";
import { isPlainly } from "@/lib/text/detect/plainly";
import { baseLanguage } from "@/lib/text/languages";
import { LONE_LETTER } from "@/lib/text/message/word-tokens";

/** Minimum letters; shorter texts may be in several languages. A Chinese, Japanese or Thai character counts as 3. */
const MIN_LETTERS = 20;
const UNSPACED = new RegExp(LONE_LETTER, "gu");
/** Maximum UTF-16 units of a text that are examined; more do not improve the result. */
const MAX_LOOKED_AT = 500;
/** Minimum confidence that a text is in another language. */
const SURE = 0.9;
/** Minimum share of letters in another language for reporting a whole text. */
const MIN_SHARE = 0.3;
/** Maximum texts whose language is detected, so that a large table does not take long. */
const MAX_DETECTED = 2_000;

/** The other language that a text appears to be in. `share`: its part of the letters, above 0 and up to 1. */
export type Lookalike = { readonly language: string; readonly confidence: number; readonly share: number };

export type Foreign = {
  /** Indices of the texts that are in another language. */
  readonly indices: ReadonlySet<number>;
  /** The other language with the most letters, if they are many; null otherwise. */
  readonly lookalike: Lookalike | null;
};

/**
 * The texts whose own words are in another language than the named one. Examines at most 2,000 of those not obviously
 * in the named language; the rest counts as being in it. `candidates`: the tags that can be detected.
 */
export async function findForeign(
  texts: readonly string[],
  named: string,
  candidates: readonly string[],
): Promise<Foreign> {
  const own = baseLanguage(named);
  const indices = new Set<number>();
  const languages = new Map<string, { letters: number; confidence: number }>();
  let all = 0;
  let detected = 0;
  for (const [i, text] of texts.entries()) {
    if (i % 100 === 99) await setImmediate();
    const letters = (text.match(/\p{L}/gu)?.length ?? 0) + 2 * (text.match(UNSPACED)?.length ?? 0);
    all += letters;
    if (letters < MIN_LETTERS || detected >= MAX_DETECTED || isPlainly(text, own)) continue;
    detected += 1;
    const found = await detectLanguage(text.slice(0, MAX_LOOKED_AT), candidates);
    if (!found || found.confidence < SURE || isCloseTo(baseLanguage(found.language), own)) continue;
    indices.add(i);
    const known = languages.get(found.language) ?? { letters: 0, confidence: 0 };
    languages.set(found.language, {
      letters: known.letters + letters,
      confidence: Math.max(known.confidence, found.confidence),
    });
  }
  const [most] = [...languages].sort(([, a], [, b]) => b.letters - a.letters);
  const share = most ? round(most[1].letters / all) : 0;
  const lookalike =
    most && share >= MIN_SHARE ? { language: most[0], confidence: round(most[1].confidence), share } : null;
  return { indices, lookalike };
}

/** Groups that are not distinguished: engines may treat them as one language, or they differ only in spelling. */
const CLOSE: readonly ReadonlySet<string>[] = [
  new Set(["sh", "hr", "bs", "sr", "cnr"]),
  new Set(["no", "nb", "nn", "da"]),
  new Set(["ms", "id"]),
];

function isCloseTo(a: string, b: string): boolean {
  return a === b || CLOSE.some((group) => group.has(a) && group.has(b));
}

const round = (value: number) => Math.max(0.01, Math.round(value * 100) / 100);
