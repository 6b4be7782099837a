import { detectLanguage } from "@/lib/text/detect/detect";
import { baseLanguage } from "@/lib/text/languages";
import { SHORT_STRINGS } from "./short-strings";
import type { TestSet } from "./test-set";

/** Accuracy of language detection over a set of texts. */
export type DetectionRow = {
  readonly texts: string;
  readonly language: string;
  readonly count: number;
  readonly right: number;
  /** Of the answers with a confidence of 0.9 or more: how many, and which were wrong. */
  readonly sure: number;
  readonly sureAndWrong: number;
};

/** Detects the sentences of a test set, their first words, and our own short strings. `served`: the engines' tags. */
export async function measureDetection(set: TestSet, served: readonly string[]): Promise<readonly DetectionRow[]> {
  const rows: DetectionRow[] = [];
  const beginningsOf = (words: number, sentences: readonly string[]) =>
    sentences.map((sentence) => sentence.split(/\s+/, words).join(" "));
  for (const [language, list] of set.sentences) {
    rows.push({ texts: "sentences", language, ...(await count(language, list, served)) });
    for (const words of [2, 4, 8])
      rows.push({ texts: `${words} words`, language, ...(await count(language, beginningsOf(words, list), served)) });
  }
  for (const [language, list] of SHORT_STRINGS)
    rows.push({ texts: "short strings", language, ...(await count(language, list, served)) });
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
