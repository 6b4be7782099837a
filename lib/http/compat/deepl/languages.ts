import type { AppError } from "@/lib/base/errors";
import type { FacadeAnswer, FacadeContext } from "@/lib/http/compat/facade";
import { invalid } from "@/lib/http/compat/faults";
import { codeOf, requireLanguage } from "@/lib/http/compat/languages";
import { baseLanguage, languageName } from "@/lib/text/languages";
import { formalTargets, listLanguages, type RoutingScope } from "@/lib/translation/languages";
import type { Formality } from "@/lib/vocabulary/texts";
import { notSupported } from "./dialect";

/** Variants of a language that DeepL's clients send; its list of targets includes them. */
const VARIANTS: Readonly<Record<string, readonly string[]>> = { en: ["en-GB", "en-US"], pt: ["pt-BR", "pt-PT"] };

/** DeepL's code of a source language: upper case, without region or script. */
export function sourceCode(tag: string): string {
  return baseLanguage(codeOf(tag, { codes: {} })).toUpperCase();
}

/** The tag of `source_lang` without region; undefined to detect the language. Throws 400. */
export async function requireSource(code: string | null, reach: RoutingScope): Promise<string | undefined> {
  return code === null ? undefined : requireLanguage("source", code, reach);
}

/** The tag of `target_lang`; an unsupported variant becomes its base language. Throws 400. */
export async function requireTarget(code: string | null, reach: RoutingScope): Promise<string> {
  if (code === null) throw invalid("Parameter 'target_lang' not specified.");
  return requireLanguage("target", code, reach);
}

/** Throws 400 for a formality that the target does not support, as DeepL does, unless it is only preferred. */
export async function requireFormality(
  formality: Formality | undefined,
  target: string,
  reach: RoutingScope,
): Promise<void> {
  const isDemanded = formality === "more" || formality === "less";
  if (isDemanded && !isFormal(target, await formalTargets(reach))) throw unsupportedFormality(target);
}

export function unsupportedFormality(target: string): AppError {
  return invalid(`Target language '${target.toUpperCase()}' does not support formality.`);
}

/** `GET /v2/languages?type=source|target`. This format cannot express which pairs exist. */
export async function listV2({ caller, fields }: FacadeContext): Promise<FacadeAnswer> {
  const type = fields.text("type") ?? "source";
  if (type !== "source" && type !== "target") throw invalid("Value for 'type' must be source or target.");
  const { sources, targets, formal } = await known(caller);
  const tags = type === "source" ? [...new Set(sources.map(baseLanguage))] : withVariants(targets);
  return {
    body: tags.map((tag) => ({
      language: tag.toUpperCase(),
      name: languageName(tag),
      ...(type === "target" ? { supports_formality: isFormal(tag, formal) } : {}),
    })),
  };
}

/** The features of DeepL's resources that exist here, and which side of a pair must support each. */
const RESOURCES = {
  translate_text: ["formality", "tag_handling", "glossary", "auto_detection"],
  translate_document: ["formality", "glossary", "auto_detection"],
  glossary: [],
} as const;
const FEATURES = {
  formality: { needs_target_support: true },
  tag_handling: { needs_source_support: true, needs_target_support: true },
  glossary: { needs_source_support: true, needs_target_support: true },
  auto_detection: { needs_source_support: true },
} as const;
/** DeepL's resources that do not exist here: they support no language. */
const OTHER_RESOURCES = ["voice", "write", "style_rules", "translation_memory"];

/** `GET /v3/languages/resources`. */
export async function listResources(): Promise<FacadeAnswer> {
  return {
    body: Object.entries(RESOURCES).map(([name, features]) => ({
      name,
      features: features.map((feature) => ({ name: feature, ...FEATURES[feature] })),
    })),
  };
}

/** `GET /v3/languages?resource=translate_text`. */
export async function listV3({ caller, fields }: FacadeContext): Promise<FacadeAnswer> {
  const resource = fields.text("resource") ?? "";
  if (OTHER_RESOURCES.includes(resource)) return { body: [] };
  if (!isResource(resource)) throw invalid(notSupported("resource"));
  const { sources, targets, formal } = await known(caller);
  const all = new Set(withVariants(targets));
  const features: readonly (keyof typeof FEATURES)[] = RESOURCES[resource];
  return {
    body: [...new Set([...sources, ...all])].sort().map((tag) => {
      const lacks = (feature: keyof typeof FEATURES) =>
        (feature === "formality" && !isFormal(tag, formal)) || (feature === "auto_detection" && !sources.includes(tag));
      return {
        lang: tag,
        name: languageName(tag),
        usable_as_source: sources.includes(tag),
        usable_as_target: all.has(tag),
        features: Object.fromEntries(
          features.filter((feature) => !lacks(feature)).map((feature) => [feature, { status: "stable" }]),
        ),
        status: "stable",
      };
    }),
  };
}

/** `GET /v2/glossary-language-pairs`: the available pairs, without regions. */
export async function listPairs({ caller }: FacadeContext): Promise<FacadeAnswer> {
  const { languages } = await listLanguages(caller, {});
  const pairs = languages.flatMap(({ code, targets }) =>
    targets.map((target) => `${baseLanguage(code)} ${baseLanguage(target)}`),
  );
  const supported = [...new Set(pairs)].map((pair) => pair.split(" ")).filter(([source, target]) => source !== target);
  return {
    body: { supported_languages: supported.map(([source_lang, target_lang]) => ({ source_lang, target_lang })) },
  };
}

function isResource(name: string): name is keyof typeof RESOURCES {
  return Object.hasOwn(RESOURCES, name);
}

/** Whether a language has formality; a variant served by its base language has it if the base has. */
function isFormal(tag: string, formal: ReadonlySet<string>): boolean {
  return formal.has(tag) || formal.has(baseLanguage(tag));
}

type Known = {
  readonly sources: readonly string[];
  readonly targets: readonly string[];
  /** Target languages that support a choice of formality. */
  readonly formal: ReadonlySet<string>;
};

async function known(reach: RoutingScope): Promise<Known> {
  const { languages } = await listLanguages(reach, {});
  return {
    sources: languages.filter(({ targets }) => targets.length > 0).map(({ code }) => code),
    targets: [...new Set(languages.flatMap(({ targets }) => targets))],
    formal: await formalTargets(reach),
  };
}

/** Adds DeepL's variants of languages for which we have no regional targets. */
function withVariants(targets: readonly string[]): readonly string[] {
  return [...new Set(targets.flatMap((tag) => [tag, ...(VARIANTS[tag] ?? [])]))];
}
