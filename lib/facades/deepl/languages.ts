import type { FacadeAnswer, FacadeContext } from "@/lib/facades/facade";
import { baseLanguage, languageName, matchLanguage, parseLanguage } from "@/lib/text/languages";
import { listLanguages, type RoutingScope } from "@/lib/translation/languages";
import { invalid, notSupported } from "./dialect";

/** Variants that DeepL's clients send for a language: its targets are also listed under these. */
const VARIANTS: Readonly<Record<string, readonly string[]>> = { en: ["en-GB", "en-US"], pt: ["pt-BR", "pt-PT"] };

/** DeepL's code of a source language: upper case, without region or script. */
export function sourceCode(tag: string): string {
  return baseLanguage(tag).toUpperCase();
}

/** The tag of `source_lang` without region; undefined for detection. Throws 400. */
export async function requireSource(code: string | null, reach: RoutingScope): Promise<string | undefined> {
  if (code === null) return undefined;
  const { sources } = await known(reach);
  const tag = parseLanguage(code);
  const found = tag && (matchLanguage(tag, sources) ?? matchLanguage(baseLanguage(tag), sources));
  if (!found) throw invalid(notSupported("source_lang"));
  return found;
}

/** The tag of `target_lang`; an unsupported variant becomes its base language. Throws 400. */
export async function requireTarget(code: string | null, reach: RoutingScope): Promise<string> {
  if (code === null) throw invalid("Parameter 'target_lang' not specified.");
  const { targets } = await known(reach);
  const tag = parseLanguage(code);
  const found = tag && (matchLanguage(tag, targets) ?? matchLanguage(baseLanguage(tag), targets));
  if (!found) throw invalid(notSupported("target_lang"));
  return found;
}

/** `GET /v2/languages?type=source|target`. The format cannot express pairs. */
export async function listV2({ caller, fields }: FacadeContext): Promise<FacadeAnswer> {
  const type = fields.text("type") ?? "source";
  if (type !== "source" && type !== "target") throw invalid("Value for 'type' must be source or target.");
  const { sources, targets } = await known(caller);
  const tags = type === "source" ? [...new Set(sources.map(baseLanguage))] : withVariants(targets);
  return {
    body: tags.map((tag) => ({
      language: tag.toUpperCase(),
      name: languageName(tag),
      ...(type === "target" ? { supports_formality: false } : {}),
    })),
  };
}

/** Glossaries are not available through DeepL's endpoints yet. */
const RESOURCES = ["translate_text"];

/** `GET /v3/languages?resource=translate_text`. */
export async function listV3({ caller, fields }: FacadeContext): Promise<FacadeAnswer> {
  if (!RESOURCES.includes(fields.text("resource") ?? "")) throw invalid(notSupported("resource"));
  const { sources, targets } = await known(caller);
  const tags = [...new Set([...sources, ...withVariants(targets)])].sort();
  return {
    body: tags.map((tag) => ({
      lang: tag,
      name: languageName(tag),
      usable_as_source: sources.includes(tag),
      usable_as_target: withVariants(targets).includes(tag),
      features: {},
      status: "stable",
    })),
  };
}

async function known(reach: RoutingScope): Promise<{ sources: readonly string[]; targets: readonly string[] }> {
  const { languages } = await listLanguages(reach, {});
  return {
    sources: languages.filter(({ targets }) => targets.length > 0).map(({ code }) => code),
    targets: [...new Set(languages.flatMap(({ targets }) => targets))],
  };
}

/** Adds the variants of languages that have no regional targets. */
function withVariants(targets: readonly string[]): readonly string[] {
  return [...new Set(targets.flatMap((tag) => [tag, ...(VARIANTS[tag] ?? [])]))];
}
