import { AppError } from "@/lib/errors";
import type { FacadeAnswer, FacadeContext } from "@/lib/facades/facade";
import type { Fields } from "@/lib/facades/fields";
import { translateTexts } from "@/lib/facades/translate-texts";
import { MAX_CONTEXT, MAX_INSTRUCTIONS } from "@/lib/schemas/translation-options";
import { FORMALITIES, type Formality } from "@/lib/vocabulary/formalities";
import { invalid } from "./dialect";
import { requireSource, requireTarget, sourceCode } from "./languages";
import { fromHtml, toHtml } from "./xml-tags";

/** `POST /v2/translate`, and its legacy GET form. */
export async function translate({ caller, fields, request }: FacadeContext): Promise<FacadeAnswer> {
  const texts = fields.texts("text");
  if (!texts || texts.length === 0) throw invalid("Parameter 'text' not specified.");
  const target = await requireTarget(fields.text("target_lang"), caller);
  const sourceGiven = fields.text("source_lang");
  const source = await requireSource(sourceGiven, caller);
  const tags = tagHandlingOf(fields);
  const isXml = tags === "xml";
  const ignored = namesOf(fields, "ignore_tags");
  if (fields.text("glossary_id") !== null) refuseGlossary(source);
  const formality = formalityOf(fields);
  const done = await translateTexts(
    caller,
    {
      texts: isXml ? texts.map((text) => toHtml(text, ignored)) : texts,
      source,
      target,
      format: tags === null ? "text" : "html",
      formality,
      context: shortened(fields.text("context"), MAX_CONTEXT),
      instructions: shortened(fields.texts("custom_instructions")?.join("\n") || null, MAX_INSTRUCTIONS),
    },
    request.signal,
  );
  // DeepL rejects a formality that the target does not support, and ignores a merely preferred one.
  if (done.some(({ warnings }) => warnings.some(({ code }) => code === "formality_not_supported")))
    throw invalid("'formality' is not supported for given 'target_lang'.");
  return {
    body: {
      translations: done.map((one, i) => ({
        detected_source_language: sourceGiven ? sourceCode(source!) : detectedCode(one.source),
        text: isXml ? fromHtml(one.translation) : one.translation,
        ...(fields.flag("show_billed_characters") ? { billed_characters: [...texts[i]!].length } : {}),
        ...(fields.has("model_type") ? { model_type_used: fields.text("model_type") } : {}),
        ...(tags !== null && fields.has("tag_handling_version")
          ? { tag_handling_version: fields.text("tag_handling_version") }
          : {}),
      })),
    },
  };
}

/** A text without a language, such as a number, counts as English. */
function detectedCode(tag: string): string {
  return tag === "und" ? "EN" : sourceCode(tag);
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

function formalityOf(fields: Fields): Formality | undefined {
  const given = fields.text("formality");
  if (given === null) return undefined;
  const formality = FORMALITIES.find((one) => one === given);
  if (!formality) throw invalid("Value for 'formality' not supported.");
  return formality;
}

function refuseGlossary(source: string | undefined): never {
  if (source === undefined) throw invalid("Use of a glossary requires the source_lang parameter to be specified");
  throw new AppError("not_found", "Glossary not found", { resource: "glossary" });
}

function shortened(text: string | null, maximum: number): string | undefined {
  return text === null ? undefined : [...text].slice(0, maximum).join("");
}
