import { setImmediate } from "node:timers/promises";
import { detectLanguage } from "@/lib/text/detect/detect";
import { isPlainly } from "@/lib/text/detect/plainly";
import { baseLanguage } from "@/lib/text/languages";
import { LONE_LETTER } from "@/lib/text/message/word-tokens";

/** Shorter texts may be in several languages; a character of Chinese, Japanese or Thai counts as three letters. */
const MIN_LETTERS = 20;
const UNSPACED = new RegExp(LONE_LETTER, "gu");
/** Longer text does not improve the result. UTF-16 units. */
const MAX_LOOKED_AT = 500;
/** Minimum confidence of another language. */
const SURE = 0.9;
/** Share of the letters from which a whole text is reported as in another language. */
const MIN_SHARE = 0.3;
/** Texts whose language is detected, so that a large table does not wait for it. */
const MAX_DETECTED = 2_000;

/** What a text looks like. `share`: part of the letters, over 0 to 1. */
export type Lookalike = { readonly language: string; readonly confidence: number; readonly share: number };

export type Foreign = {
  /** Indices of the texts in another language. */
  readonly indices: ReadonlySet<number>;
  /** The other language with most letters, if it has many. */
  readonly lookalike: Lookalike | null;
};

/**
 * The texts that are in another language than the named one, by their own words. Of more than 2,000 that are not plainly
 * in it, the rest counts as in it. `candidates`: the tags that can be detected.
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

/** Some engines treat the standards of Serbo-Croatian as one language; others differ by spelling alone. */
const CLOSE: readonly ReadonlySet<string>[] = [
  new Set(["sh", "hr", "bs", "sr", "cnr"]),
  new Set(["no", "nb", "nn", "da"]),
  new Set(["ms", "id"]),
];

function isCloseTo(a: string, b: string): boolean {
  return a === b || CLOSE.some((group) => group.has(a) && group.has(b));
}

const round = (value: number) => Math.max(0.01, Math.round(value * 100) / 100);
