/** chrF on FLORES-200 dev (997 sentences), by pair: base-memory, then tiny; sacrebleu 2.6.0. */
const MEASURED: Readonly<Record<string, readonly [base: number | null, tiny: number]>> = {
  "en>es": [55.7, 54.2],
  "es>en": [58.3, 58.0],
  "en>ca": [67.1, 65.9],
  "ca>en": [69.1, 64.5],
  "is>en": [60.0, 50.4],
  "hr>en": [null, 61.6],
  "en>hr": [null, 59.5],
  "en>fr": [71.3, 70.3],
  "fr>en": [68.5, 68.0],
  "en>it": [59.0, 59.0],
  "it>en": [61.3, 61.2],
  "en>pt": [71.2, 70.8],
  "pt>en": [71.0, 70.6],
  "ro>en": [null, 66.6],
  "en>sl": [59.0, 57.7],
  "sl>en": [61.2, 59.9],
  "bg>en": [67.0, 66.3],
  "sv>en": [null, 70.3],
};

/** Assumed chrF of a smaller-architecture pair that was not measured; lower for Chinese, Japanese and Korean. */
const USUAL = 60;
const USUAL_CJK = 35;
/** Additional chrF of the larger architecture. */
const BASE_GAIN = 1.5;

/** Expected quality (chrF, 0–100) of a pair's model with an architecture. */
export function rankOf(source: string, target: string, architecture: string): number {
  const [base, tiny] = MEASURED[`${source}>${target}`] ?? [null, /^(?:zh|ja|ko)\b/.test(target) ? USUAL_CJK : USUAL];
  return architecture === "tiny" ? tiny : (base ?? tiny + BASE_GAIN);
}
