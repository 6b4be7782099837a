/** Brand names of engines, if they differ from the id by more than a capital letter. */
const NAMES: Readonly<Record<string, string>> = {
  deepl: "DeepL",
  openai: "OpenAI",
  libretranslate: "LibreTranslate",
  apy: "Apertium APy",
};

/** The name of an engine id, or the names of several: `apertium+deepl`. */
export function engineName(ids: string): string {
  return ids
    .split("+")
    .map((id) => NAMES[id] ?? id.charAt(0).toUpperCase() + id.slice(1))
    .join(" + ");
}
