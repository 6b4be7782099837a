import { perProcess } from "@/lib/base/singleton";

/**
 * The detectors behind {@link detectLanguage}: fastText's lid.176 and CLD3 (both WebAssembly) for sentences, ELD for a
 * few words. Loaded once per process, at start or on first use.
 */
export type Detectors = {
  /** Probabilities by fastText label, best first. */
  readonly fastText: (text: string) => Map<string, number>;
  /** CLD3's best label with its probability, or null. */
  readonly cld3: (text: string) => { readonly label: string; readonly probability: number } | null;
  /** Weights by ELD label, best first. */
  readonly eld: (text: string) => Map<string, number>;
};

export const detectors = perProcess("language-detectors", load);

/** Number of labels requested from fastText; the others are negligible. */
const TOP = 40;
const LABEL = "__label__".length;
/** Maximum bytes that CLD3 reads. */
const CLD3_BYTES = 4_000;

async function load(): Promise<Detectors> {
  const [{ getLIDModel }, { eld }, cld3] = await Promise.all([
    import("fasttext.wasm.js"),
    import("eld/extrasmall"),
    loadCld3(),
  ]);
  const model = await (await getLIDModel()).load();
  return {
    fastText: (text) => {
      // The model reads a single line only.
      const found = model.predict(text.replace(/\s+/g, " "), TOP, 0) as {
        size(): number;
        get(i: number): [number, string];
        delete?(): void;
      };
      const scores = new Map<string, number>();
      for (let i = 0; i < found.size(); i++) {
        const [probability, label] = found.get(i);
        scores.set(label.slice(LABEL), probability);
      }
      found.delete?.();
      return scores;
    },
    cld3,
    eld: (text) => weigh((eld as Eld).detect(text).getScores()),
  };
}

async function loadCld3(): Promise<Detectors["cld3"]> {
  const { loadModule } = await import("cld3-asm");
  const identifier = (await loadModule()).create(0, CLD3_BYTES);
  return (text) => {
    const { language, probability } = identifier.findLanguage(text.replace(/[\0\s]+/g, " "));
    return language === "und" ? null : { label: language, probability };
  };
}

/** How fast likelihood falls with ELD's score, which is no probability but the share of known letter sequences. */
const SHARPNESS = 24;

function weigh(scored: Readonly<Record<string, number>>): Map<string, number> {
  const scores = Object.entries(scored);
  const best = Math.max(...scores.map(([, score]) => score), Number.EPSILON);
  const weights = scores.map(([label, score]) => [label, (score / best) ** SHARPNESS] as const);
  const sum = weights.reduce((total, [, weight]) => total + weight, 0);
  return new Map(weights.map(([label, weight]) => [label, weight / sum]));
}

/** The part of ELD's interface that is used here. */
export type Eld = {
  setLanguageSubset(languages: string[] | false): unknown;
  info(): { Languages: Record<string, string> };
  detect(text: string): { getScores(): Record<string, number> };
};
