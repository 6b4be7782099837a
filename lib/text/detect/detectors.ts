import { perProcess } from "@/lib/per-process";
import type { Eld } from "./eld";

/**
 * The two detectors behind {@link detectLanguage}: fastText's lid.176 (WebAssembly) is the better one for sentences,
 * ELD for a few words. Both are loaded once per process, at the first use or at the start.
 */
export type Detectors = {
  /** Probabilities by fastText's own labels, best first. */
  readonly fastText: (text: string) => Map<string, number>;
  /** Weights by ELD's labels, best first, among the labels of `subset` alone. */
  readonly eld: (text: string, subset: readonly string[]) => Map<string, number>;
  /** Labels that ELD can give. */
  readonly eldLabels: ReadonlySet<string>;
};

export const detectors = perProcess("language-detectors", load);

/** Labels asked of fastText: the rest share what is too little to matter. */
const TOP = 40;
const LABEL = "__label__".length;

async function load(): Promise<Detectors> {
  const [{ getLIDModel }, { eld }] = await Promise.all([import("fasttext.wasm.js"), import("eld/extrasmall")]);
  const model = await (await getLIDModel()).load();
  return {
    fastText: (text) => {
      // The model reads one line; a line end would end it.
      const found = model.predict(text.replace(/\s+/g, " "), TOP, 0) as unknown as {
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
    eld: withSubset(eld as unknown as Eld),
    eldLabels: new Set(Object.values((eld as unknown as Eld).info().Languages)),
  };
}

/** How much less likely a lower score is: ELD's are shares of known letter sequences, not probabilities. */
const SHARPNESS = 12;

function withSubset(eld: Eld): Detectors["eld"] {
  let current = "";
  return (text, subset) => {
    const wanted = subset.join(" ");
    if (wanted !== current) eld.setLanguageSubset([...subset]);
    current = wanted;
    const scores = Object.entries(eld.detect(text).getScores());
    const best = Math.max(...scores.map(([, score]) => score), Number.EPSILON);
    const weights = scores.map(([label, score]) => [label, (score / best) ** SHARPNESS] as const);
    const sum = weights.reduce((total, [, weight]) => total + weight, 0);
    return new Map(weights.map(([label, weight]) => [label, weight / sum]));
  };
}
