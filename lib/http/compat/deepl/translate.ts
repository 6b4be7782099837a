import type { FacadeAnswer, FacadeContext } from "@/lib/http/compat/facade";
import { invalid } from "@/lib/http/compat/faults";
import type { Fields } from "@/lib/http/compat/fields";
import { translateTexts } from "@/lib/http/compat/translate-texts";
import { MAX_CONTEXT, MAX_INSTRUCTIONS } from "@/lib/schemas/translation-options";
import { DEEPL_MODELS } from "@/lib/vocabulary/engines";
import { FORMALITIES, type Formality } from "@/lib/vocabulary/texts";
import { notSupported } from "./dialect";
import { requireGlossaries } from "./glossaries";
import { requireFormality, requireSource, requireTarget, sourceCode, unsupportedFormality } from "./languages";
import { openXml, type TagRules } from "./xml-tags";

const MAX_GLOSSARIES = 5;

/** `POST /v2/translate`, and its legacy GET form. */
export async function translate(context: FacadeContext): Promise<FacadeAnswer> {
  return { body: { translations: await translationsOf(context) } };
}

/** The translations of a request, in DeepL's form. */
export async function translationsOf({ caller, fields, request }: FacadeContext) {
  const texts = fields.texts("text");
  if (!texts || texts.length === 0) throw invalid("Parameter 'text' not specified.");
  const target = await requireTarget(fields.text("target_lang"), caller);
  const sourceGiven = fields.text("source_lang");
  const source = await requireSource(sourceGiven, caller);
  const tags = tagHandlingOf(fields);
  const rules = tags === "xml" ? tagRulesOf(fields) : null;
  const xml = rules && texts.map((text) => openXml(text, rules));
  requireOneOf(fields, "split_sentences", ["0", "1", "nonewlines"]);
  requireOneOf(fields, "model_type", DEEPL_MODELS);
  requireOneOf(fields, "tag_handling_version", ["v1", "v2"]);
  const named = [...(fields.texts("glossary_id") ?? []), ...namesOf(fields, "glossary_ids")].filter(Boolean);
  if (named.length > MAX_GLOSSARIES) throw invalid(notSupported("glossary_ids"));
  const glossaryIds = await requireGlossaries(caller, named, { source, target });
  const formality = formalityOf(fields);
  await requireFormality(formality, target, caller);
  const done = await translateTexts(
    caller,
    {
      texts: xml ? xml.map(({ html }) => html) : texts,
      source,
      target,
      format: tags === null ? "text" : "html",
      glossaryIds,
      formality,
      context: shortened(fields.text("context"), MAX_CONTEXT),
      instructions: shortened(fields.texts("custom_instructions")?.join("\n") || null, MAX_INSTRUCTIONS),
    },
    request.signal,
  );
  // The best engine of the pair may not support formality although another engine of this target does.
  if (done.some(({ warnings }) => warnings.some(({ code }) => code === "formality_not_supported")))
    throw unsupportedFormality(target);
  return done.map((one, i) => ({
    detected_source_language: sourceCode(source ?? one.source),
    text: xml ? xml[i]!.toXml(one.translation) : one.translation,
    ...(fields.flag("show_billed_characters") ? { billed_characters: [...texts[i]!].length } : {}),
    ...(fields.has("model_type") ? { model_type_used: fields.text("model_type") } : {}),
    ...(tags !== null && fields.has("tag_handling_version")
      ? { tag_handling_version: fields.text("tag_handling_version") }
      : {}),
  }));
}

function tagHandlingOf(fields: Fields): "xml" | "html" | null {
  const given = fields.text("tag_handling");
  if (given === null) return null;
  if (given === "xml" || given === "html") return given;
  throw invalid("Value for 'tag_handling' not supported.");
}

/** Element names: comma-separated in forms, arrays in JSON. */
function namesOf(fields: Fields, name: string): readonly string[] {
  return (fields.texts(name) ?? [])
    .flatMap((list) => list.split(","))
    .map((one) => one.trim())
    .filter(Boolean);
}

/** Detecting elements that end a sentence is the default. */
function tagRulesOf(fields: Fields): TagRules {
  return {
    ignored: namesOf(fields, "ignore_tags"),
    splitting: namesOf(fields, "splitting_tags"),
    nonSplitting: namesOf(fields, "non_splitting_tags"),
    detectsOutline: !fields.has("outline_detection") || fields.flag("outline_detection"),
    splitsLines: !/^(?:0|nonewlines)$/i.test(String(fields.raw("split_sentences") ?? "1")),
  };
}

function requireOneOf(fields: Fields, name: string, values: readonly string[]): void {
  const given = fields.has(name) ? String(fields.raw(name)).toLowerCase() : values[0]!;
  if (!values.includes(given)) throw invalid(notSupported(name));
}

/** `formality` of a text or document. Throws 400. */
export function formalityOf(fields: Fields): Formality | undefined {
  const given = fields.text("formality")?.toLowerCase() ?? null;
  if (given === null) return undefined;
  const formality = FORMALITIES.find((one) => one === given);
  if (!formality) throw invalid("Value for 'formality' not supported.");
  return formality;
}

function shortened(text: string | null, maximum: number): string | undefined {
  return text === null ? undefined : [...text].slice(0, maximum).join("");
}
