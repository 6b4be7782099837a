import { matches, ngrams, total } from "./ngrams";

const ORDER = 4;

/**
 * BLEU of translations with one reference each, 0–100 (Papineni et al. 2002), as sacrebleu computes it for a corpus
 * (Post 2018, "A Call for Clarity in Reporting BLEU Scores"): `nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp`. Words are
 * separated by blanks, so the score is meaningless for Chinese, Japanese and Thai.
 */
export function bleu(translations: readonly string[], references: readonly string[]): number {
  const common = new Array<number>(ORDER).fill(0);
  const given = new Array<number>(ORDER).fill(0);
  let [length, wantedLength] = [0, 0];
  for (const [i, text] of translations.entries()) {
    const [translation, reference] = [tokens(text), tokens(references[i] ?? "")];
    length += translation.length;
    wantedLength += reference.length;
    for (let n = 1; n <= ORDER; n++) {
      const ours = ngrams(translation, n);
      common[n - 1]! += matches(ours, ngrams(reference, n));
      given[n - 1]! += total(ours);
    }
  }
  if (common.every((count) => count === 0) || given.some((count) => count === 0)) return 0;
  let halved = 1;
  const logs = common.map((count, i) => {
    if (count === 0) halved *= 2;
    return Math.log(count === 0 ? 100 / (halved * given[i]!) : (100 * count) / given[i]!);
  });
  const brevity = length < wantedLength ? Math.exp(1 - wantedLength / length) : 1;
  return brevity * Math.exp(logs.reduce((sum, log) => sum + log, 0) / ORDER);
}

const REFERENCES = [
  [/&quot;/g, '"'],
  [/&amp;/g, "&"],
  [/&lt;/g, "<"],
  [/&gt;/g, ">"],
] as const;

/** Rules of mteval-v13a: symbols become separate tokens; so do periods, commas and dashes, except inside a number. */
const SPACED = [
  [/([{-~[-` -&(-+:-@/])/g, " $1 "],
  [/([^0-9])([.,])/gu, "$1 $2 "],
  [/([.,])([^0-9])/gu, " $1 $2"],
  [/([0-9])(-)/g, "$1 $2 "],
] as const;

/** Tokenizes like mteval-v13a, which sacrebleu calls `13a`. */
export function tokens(text: string): string[] {
  let line = text.replaceAll("<skipped>", "");
  for (const [reference, character] of REFERENCES) line = line.replace(reference, character);
  line = ` ${line} `;
  for (const [symbols, spaced] of SPACED) line = line.replace(symbols, spaced);
  return line.split(/\s+/).filter(Boolean);
}
