import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { isKnownLanguage, matchLanguage, parseLanguage } from "@/lib/text/languages";

/** The same sentences in several languages, by tag, all in the same order. */
export type TestSet = { readonly name: string; readonly sentences: ReadonlyMap<string, readonly string[]> };

/** Our own sentences: few and simple, enough to notice that an engine has become worse. */
export const OWN_SET = path.join(/* turbopackIgnore: true */ process.cwd(), "lib/engines/admin/quality/set");

/**
 * Reads a folder with one file per language and one sentence per line: `en.txt`, or named as in FLORES, `eng_Latn.dev`.
 * Ignores files whose names are no languages. Throws an Error for the operator if the files do not match.
 */
export async function readTestSet(folder: string): Promise<TestSet> {
  const names = (await readdir(folder)).sort();
  const sentences = new Map<string, readonly string[]>();
  for (const name of names) {
    const tag = parseLanguage((name.split(".")[0] ?? "").replaceAll("_", "-"));
    if (!tag || !isKnownLanguage(tag)) continue;
    sentences.set(plainTag(tag), linesOf(await readFile(path.join(folder, name), "utf8")));
  }
  const lengths = new Set([...sentences.values()].map((lines) => lines.length));
  if (sentences.size < 2 || lengths.size > 1 || lengths.has(0))
    throw new Error(
      `${folder} must hold files of at least two languages with the same number of lines, such as en.txt.`,
    );
  return { name: folder === OWN_SET ? "Dragoman" : path.basename(folder), sentences };
}

/** `en-Latn` becomes `en`, because the language implies its default script. */
function plainTag(tag: string): string {
  const minimal = new Intl.Locale(tag).minimize().toString();
  return matchLanguage(tag, [minimal]) ?? tag;
}

function linesOf(text: string): string[] {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}
