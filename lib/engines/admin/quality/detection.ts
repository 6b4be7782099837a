import { detectLanguage } from "@/lib/text/detect/detect";
import { baseLanguage } from "@/lib/text/languages";
import { SHORT_STRINGS } from "./short-strings";
import type { TestSet } from "./test-set";

/** Accuracy of language detection over a set of texts. */
export type DetectionRow = {
  readonly texts: "sentences" | "short strings";
  readonly language: string;
  readonly count: number;
  readonly right: number;
  /** Results with a confidence of 0.9 or more: their number, and the wrong ones. */
  readonly sure: number;
  readonly sureAndWrong: number;
};

/**
 * Detects the language of a test set's sentences and of our own short strings, first among the languages `served` and
 * then among all languages.
 */
export async function measureDetection(set: TestSet, served: readonly string[]): Promise<readonly DetectionRow[]> {
  const rows: DetectionRow[] = [];
  for (const [texts, all] of [
    ["sentences", set.sentences],
    ["short strings", SHORT_STRINGS],
  ] as const)
    for (const [language, list] of all) rows.push({ texts, language, ...(await count(language, list, served)) });
  return rows;
}

async function count(language: string, texts: readonly string[], served: readonly string[]) {
  let [right, sure, sureAndWrong] = [0, 0, 0];
  for (const text of texts) {
    const found = await detectLanguage(text, served);
    const isRight = found !== null && baseLanguage(found.language) === baseLanguage(language);
    if (isRight) right += 1;
    if (!found || found.confidence < 0.9) continue;
    sure += 1;
    if (!isRight) sureAndWrong += 1;
  }
  return { count: texts.length, right, sure, sureAndWrong };
}
