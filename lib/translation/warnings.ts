import type { EngineOption, TranslationOptions } from "@/lib/engines/engine";
import { languageName } from "@/lib/text/languages";
import { WHOLE_TEXT } from "@/lib/vocabulary/texts";
import type { Lookalike } from "./foreign";
import type { Difference } from "./prove";

/** A warning about a successful translation. Codes are part of the API; new ones may be added. */
export type Warning = {
  readonly code: string;
  readonly message: string;
  /** Number of segments, words or terms that the warning concerns. */
  readonly count?: number;
  /** The words that the warning concerns, at most {@link MAX_WORDS}. */
  readonly words?: string[];
  /** Numbers that only the source contains, and only the translation, at most {@link MAX_WORDS} each. */
  readonly missing?: string[];
  readonly added?: string[];
  /** The language pair, the download size of its models, and the reason why they cannot be installed. */
  readonly pair?: string;
  readonly downloadBytes?: number;
  readonly reason?: string;
  /** The language, the confidence that it is this one, and its share of the letters, both from 0 to 1. */
  readonly language?: string;
  readonly confidence?: number;
  readonly share?: number;
  /** Ids of units of an XLIFF file, at most {@link MAX_UNITS}. */
  readonly units?: string[];
};

/** Maximum units listed in a warning, and named in its message. */
const MAX_UNITS = 100;
const MAX_NAMED_UNITS = 10;

/** A warning about units of an XLIFF file, by their ids. */
export function withUnits(warning: Warning, ids: readonly string[]): Warning {
  const named = ids.slice(0, MAX_NAMED_UNITS).join(", ");
  const more = ids.length > MAX_NAMED_UNITS ? ` and ${ids.length - MAX_NAMED_UNITS} more` : "";
  const where = ids.length === 1 ? `Unit ${named}` : `Units ${named}${more}`;
  return { ...warning, message: `${where}: ${warning.message}`, count: ids.length, units: ids.slice(0, MAX_UNITS) };
}

/** Maximum words listed in a warning. */
const MAX_WORDS = 20;

/** Maximum segments listed in a warning. */
const MAX_LISTED = 5;

/** A warning about segments of a document, by their numbers, starting with 1. */
export function inSegments(warning: Warning, numbers: readonly number[]): Warning {
  const named = numbers.slice(0, MAX_LISTED).join(", ");
  const more = numbers.length > MAX_LISTED ? ` and ${numbers.length - MAX_LISTED} more` : "";
  const where = numbers.length === 1 ? `It is in segment ${named}.` : `It is in segments ${named}${more}.`;
  return { ...warning, message: `${warning.message} ${where}`, count: numbers.length };
}

export const lowConfidence: Warning = {
  code: "low_confidence",
  message: "The language was detected with low confidence. Set source if the translation looks wrong.",
};

export const nothingToTranslate: Warning = {
  code: "nothing_to_translate",
  message: "There are no words to translate; the text is returned unchanged.",
};

export const sameLanguage: Warning = {
  code: "same_language",
  message: "Source and target are the same language; the text is returned unchanged.",
};

export const placeholderRepaired: Warning = {
  code: "placeholder_repaired",
  message: "A placeholder was lost or damaged and has been restored. Check its position.",
};

export const codeMoved: Warning = {
  code: "code_moved",
  message: "Markup was lost or damaged and has been restored. Check its position.",
};

const formalityNotSupported: Warning = {
  code: "formality_not_supported",
  message: "The engine does not support formality for this language, so it was not applied.",
};

const instructionsNotSupported: Warning = {
  code: "instructions_not_supported",
  message: "The engine ignores instructions. Chat engines follow them.",
};

/** Warnings about ignored options, except those that were only preferred. */
export function ofIgnored(ignored: readonly EngineOption[], { formality }: TranslationOptions = {}): Warning[] {
  const isRequired = formality === "more" || formality === "less";
  return [
    ...(isRequired && ignored.includes("formality") ? [formalityNotSupported] : []),
    ...(ignored.includes("instructions") ? [instructionsNotSupported] : []),
  ];
}

/** The warning that another language than the named one was detected. */
export function sourceLooksLike({ language, confidence, share }: Lookalike): Warning {
  const part = share < WHOLE_TEXT ? `Part of the text (${Math.round(share * 100)} %)` : "The text";
  return {
    code: "source_looks_like",
    message: `${part} looks like ${languageName(language)} (${language}): check source.`,
    language,
    confidence,
    share,
  };
}

/** The warning about plurals or selects whose branches stay in the source language. `count`: number of segments. */
export function icuNotTranslated(count: number): Warning[] {
  if (count === 0) return [];
  const message = "The branches of a plural or select message were not translated.";
  return [{ code: "icu_not_translated", message, count }];
}

export const nothingTranslated: Warning = {
  code: "nothing_translated",
  message: "Nothing was translated: the words are in another language, or the engine does not know them.",
};

/** The warning that a file states another source language than the project or document. */
export function sourceDiffers(declared: string, source: string): Warning {
  const name = (tag: string) => `${languageName(tag)} (${tag})`;
  return {
    code: "source_differs",
    message: `The file says that its source language is ${name(declared)}, not ${name(source)}.`,
  };
}

export function betterModelInstalling(pair: string, downloadBytes: number): Warning {
  return {
    code: "better_model_installing",
    message: `A better language model for ${pair} is being installed. Later translations will use it.`,
    pair,
    downloadBytes,
  };
}

export function untranslatedWords(unknown: readonly string[]): Warning {
  const count = unknown.length;
  const words = count === 1 ? "One word is" : `${count} words are`;
  return {
    code: "untranslated_words",
    message: `${words} not in the engine's dictionary and stayed untranslated.`,
    count,
    words: unknown.slice(0, MAX_WORDS),
  };
}

const DIFFERENT: Readonly<Record<Difference["code"], string>> = {
  numbers_changed: "The numbers in the translation differ from the text. Check them.",
  negation_changed: "The text contains a negation such as “not”, and the translation doesn't. Check it.",
  order_changed: "Parts between separators have changed places, or a separator is missing. Check them.",
  code_changed: "An address differs from the text. Check it.",
  repeated_text: "The translation repeats words that occur only once in the text.",
  wrong_script: "Part of the translation is not in the script of its language.",
  length_suspicious: "The translation is much shorter or longer than usual. A part may be missing or repeated.",
};

/** One warning per kind of difference between a text and its translation. */
export function different(differences: readonly Difference[]): Warning[] {
  return [...new Set(differences.map(({ code }) => code))].map((code) => {
    const warning = { code, message: DIFFERENT[code] };
    if (code !== "numbers_changed") return warning;
    const changes = (side: "missing" | "added") =>
      [...new Set(differences.flatMap((difference) => difference[side] ?? []))].slice(0, MAX_WORDS);
    return { ...warning, missing: changes("missing"), added: changes("added") };
  });
}

export function pivoted(route: readonly string[]): Warning {
  return {
    code: "pivoted",
    message: `No engine translates this pair directly, so the text was translated through ${route.slice(1, -1).join(" and ")}.`,
  };
}

export function glossaryTermMissing(count: number): Warning {
  const terms = count === 1 ? "One term is" : `${count} terms are`;
  return {
    code: "glossary_term_missing",
    message: `${terms} not translated as the glossary prescribes. Check the wording.`,
    count,
  };
}

export function glossaryTermForbidden(count: number): Warning {
  const terms = count === 1 ? "One term is" : `${count} terms are`;
  return {
    code: "glossary_term_forbidden",
    message: `${terms} translated with a term that the glossary forbids. Check the wording.`,
    count,
  };
}
