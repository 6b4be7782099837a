import { type Edit, editsOf } from "./edits";

/** English titles before a name have no article: `el señor Pérez` is not "the Mr. Pérez". */
export function dropArticlesOfTitles(whole: string): Edit[] {
  return editsOf(whole, /(?<![\p{L}\p{N}])[Tt]he (?=(?:Mr|Mrs|Ms|Dr)\.? \p{Lu})/gu, () => "");
}
