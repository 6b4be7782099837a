/** Engines as their makers write them, where that is more than a capital letter. */
const NAMES: Readonly<Record<string, string>> = {
  deepl: "DeepL",
  openai: "OpenAI",
  libretranslate: "LibreTranslate",
  apy: "Apertium APy",
};

/** Engines are named by their ids, which are small letters; several by all of theirs: `apertium+deepl`. */
export function engineName(ids: string): string {
  return ids
    .split("+")
    .map((id) => NAMES[id] ?? id.charAt(0).toUpperCase() + id.slice(1))
    .join(" + ");
}
