import type { FacadeAnswer, FacadeContext } from "@/lib/http/compat/facade";
import { invalid } from "@/lib/http/compat/faults";
import type { Fields } from "@/lib/http/compat/fields";
import { codeOf } from "@/lib/http/compat/languages";
import { type TranslatedText, translateTexts } from "@/lib/http/compat/translate-texts";
import { LIBRETRANSLATE, required, requirePair } from "./dialect";

const FORMATS = ["text", "html"] as const;
const MAX_ALTERNATIVES = 3;

/** `POST /translate`: translates one or several texts; the source language is given or detected. */
export async function translate(context: FacadeContext): Promise<FacadeAnswer> {
  const { caller, fields, request } = context;
  const texts = textsOf(fields);
  const isList = Array.isArray(fields.raw("q"));
  const pair = await requirePair(context);
  const alternatives = alternativesOf(fields);
  const input = { ...pair, texts, format: formatOf(fields), alternatives: Math.min(alternatives, MAX_ALTERNATIVES) };
  const done = await translateTexts(caller, input, request.signal);
  const shape = <Value>(of: (one: TranslatedText) => Value): Value | Value[] => (isList ? done.map(of) : of(done[0]!));
  return {
    body: {
      translatedText: shape((one) => one.translation),
      ...(pair.source === undefined ? { detectedLanguage: shape(detectedOf) } : {}),
      ...(alternatives > 0
        ? { alternatives: shape((one) => (one.alternatives ?? []).map(({ translation }) => translation)) }
        : {}),
    },
  };
}

function textsOf(fields: Fields): readonly string[] {
  const texts = fields.texts("q");
  if (!texts) throw invalid("Invalid request: q parameter is not a string or a list of strings");
  if (texts.length === 0) required("q");
  return texts;
}

function formatOf(fields: Fields): (typeof FORMATS)[number] {
  const given = fields.text("format") ?? "text";
  const format = FORMATS.find((one) => one === given);
  if (!format) throw invalid(`${given} format is not supported`);
  return format;
}

function alternativesOf(fields: Fields): number {
  const given = Number(fields.raw("alternatives") ?? 0);
  if (!Number.isInteger(given) || given < 0) throw invalid("alternatives must be a positive integer");
  return given;
}

function detectedOf({ detectedSource, source }: TranslatedText) {
  const { language, confidence } = detectedSource ?? { language: source, confidence: 1 };
  return { confidence: Math.round(confidence * 100), language: codeOf(language, LIBRETRANSLATE) };
}
