import { matchLanguage, parseLanguage } from "@/lib/text/languages";
import { listLanguages, type RoutingScope, servedTags } from "@/lib/translation/languages";
import { invalid } from "./dialect";

/** LibreTranslate's codes that are not BCP 47. */
const OWN_CODES: Readonly<Record<string, string>> = { zt: "zh-Hant", pb: "pt-BR" };

type Language = { readonly code: string; readonly name: string; readonly targets: readonly string[] };

/** The languages with LibreTranslate's codes. */
export async function languagesOf(reach: RoutingScope): Promise<readonly Language[]> {
  const { languages } = await listLanguages(reach, {});
  return languages.map(({ code, name, targets }) => ({ code: codeOf(code), name, targets: targets.map(codeOf) }));
}

/** LibreTranslate's code of a language: Chinese always includes its script. */
export function codeOf(tag: string): string {
  return tag === "zh" ? "zh-Hans" : tag;
}

/** The tag of a client's code. Throws 400 with the vendor's message for an unknown one. */
export async function requireLanguage(code: string, reach: RoutingScope): Promise<string> {
  const tag = parseLanguage(OWN_CODES[code.toLowerCase()] ?? code);
  const { all } = await servedTags(reach);
  const found = tag && matchLanguage(tag, all.list);
  if (!found) throw invalid(`${code} is not supported`);
  return found;
}
