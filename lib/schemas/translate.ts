import { z } from "zod";
import { codePoints } from "@/lib/text/words";
import { QUALITY_ORIGINS } from "@/lib/vocabulary/engines";
import { TEXT_FORMATS } from "@/lib/vocabulary/texts";
import { DetectedLanguage, Id, KnownLanguage, LanguageTag, RUN_ALWAYS, Warning } from "./common";
import { translationOptions } from "./translation-options";

export const EngineChoice = z
  .string()
  .min(1)
  .max(64)
  .optional()
  .describe("Id of the engine to use, such as `apertium`; default: best available. See `GET /engines`");

const options = {
  source: LanguageTag.optional().describe("Language of the text; default or `auto`: detected"),
  target: LanguageTag.optional().describe("Language to translate into; for several, send `targets` instead"),
  targets: z
    .array(LanguageTag)
    .min(2)
    .max(20)
    .optional()
    .describe("2–20 languages to translate into, instead of `target`; the response has `results` by language"),
  format: z.enum(TEXT_FORMATS).default("text").describe("Markup of the text"),
  glossaryId: Id("gls").optional().describe("A glossary of the account"),
  engine: EngineChoice,
  projectId: Id("prj").optional().describe("A project of the account, for its glossary, memory and usage"),
  memories: z
    .boolean()
    .optional()
    .describe("False: translates by machine even if the project's memories have a translation; default: true"),
  ...translationOptions,
  alternatives: z
    .int()
    .min(0)
    .max(3)
    .default(0)
    .describe("Number of alternative translations, from other engines or as variants of a chat engine"),
  confidence: z
    .boolean()
    .optional()
    .describe("Whether the response includes the engine's `confidence` in the translation"),
};

const Alternative = z
  .object({ translation: z.string(), engine: z.string(), route: z.array(z.string()) })
  .meta({ id: "Alternative", description: "Another translation of the same text." });

type Targets = { readonly target?: string | undefined; readonly targets?: readonly string[] | undefined };

/** Checks that exactly one of `target` and `targets` is given, as {@link EITHER} says in the document. */
function checkTargets({ target, targets }: Targets, context: z.core.$RefinementCtx): void {
  if (target === undefined && targets === undefined)
    context.addIssue({
      code: "custom",
      path: ["target"],
      params: { code: "required" },
      message: "The field target is required. For several languages send targets.",
    });
  if (target !== undefined && targets !== undefined)
    context.addIssue({ code: "custom", path: ["targets"], message: "Send either target or targets, not both." });
}

const EITHER = { oneOf: [{ required: ["target"] }, { required: ["targets"] }] };

/** The limit is above every tier's; the service checks the tier's limit and responds 413. */
export const TranslateBody = z
  .strictObject({ text: z.string().min(1).describe("The text to translate"), ...options })
  .superRefine(checkTargets, RUN_ALWAYS)
  .meta({ id: "TranslateRequest", ...EITHER });

export const TranslateBatchBody = z
  .strictObject({ texts: z.array(z.string()).min(1).describe("The texts to translate; may be empty"), ...options })
  .superRefine(checkTargets, RUN_ALWAYS)
  .meta({ id: "TranslateBatchRequest", ...EITHER });

const result = {
  translation: z.string(),
  source: z.string().describe("Source language"),
  detectedSource: DetectedLanguage.nullable().describe("Null when `source` was given"),
  characters: z.number().int().describe("Length of the input in Unicode code points"),
  engine: z.string(),
  route: z.array(z.string()).describe("Languages of the route; three or more with a pivot"),
  warnings: z.array(Warning),
  alternatives: z.array(Alternative).optional().describe("Only if requested; best first"),
  confidence: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .optional()
    .describe(
      "Only if requested: the engine's estimate for the worst sentence, which is the geometric mean of the probabilities of its words. Null for engines without an estimate and for texts from memories",
    ),
};

export const Translation = z.object({ ...result, target: z.string() }).meta({ id: "Translation" });
export type Translation = z.infer<typeof Translation>;

/** Maximum Unicode code points of a text that a visitor can translate. */
const MAX_TRIED_CHARACTERS = 500;

export const TryBody = z.strictObject({
  text: z
    .string()
    .min(1)
    .refine((text) => codePoints(text) <= MAX_TRIED_CHARACTERS, {
      params: { code: "range", maximum: MAX_TRIED_CHARACTERS, unit: "characters" },
      message: `The text can have at most ${MAX_TRIED_CHARACTERS} characters.`,
    }),
  source: LanguageTag.optional(),
  target: LanguageTag,
});

export const TriedTranslation = z.object({ translation: z.string(), source: z.string(), target: z.string() });

const Failed = z.object({
  error: z.object({ code: z.string(), message: z.string(), details: z.record(z.string(), z.unknown()) }),
});

export const BatchItem = z
  .union([z.object(result), Failed])
  .meta({ id: "BatchItem", description: "A translation, or the error of this one text." });
export type BatchItem = z.infer<typeof BatchItem>;

export const BatchTranslation = z
  .object({ translations: z.array(BatchItem), target: z.string(), characters: z.number().int() })
  .meta({ id: "BatchTranslation" });
export type BatchTranslation = z.infer<typeof BatchTranslation>;

const ofTargets = <One extends z.ZodType>(one: One) => ({
  results: z
    .record(z.string(), z.union([one, Failed]))
    .describe("By language as sent in `targets`: the same result as a request for that language alone, or its error"),
  characters: z.number().int().describe("Sum of the characters over all languages that were translated into"),
});

export const TranslationsByTarget = z
  .object(ofTargets(Translation))
  .meta({ id: "TranslationsByTarget", description: "The response to a request with `targets`." });
export type TranslationsByTarget = z.infer<typeof TranslationsByTarget>;

export const BatchTranslationsByTarget = z
  .object(ofTargets(BatchTranslation))
  .meta({ id: "BatchTranslationsByTarget", description: "The response to a request with `targets`." });
export type BatchTranslationsByTarget = z.infer<typeof BatchTranslationsByTarget>;

export const DetectBody = z
  .strictObject({
    texts: z.array(z.string().min(1)).min(1).describe("At most 100, or the batch limit of the tier if higher"),
  })
  .meta({ id: "DetectRequest" });

export const Detections = z
  .object({
    detections: z.array(
      z.object({
        language: z.string().nullable().describe("Null if no language was detected"),
        confidence: z.number().min(0).max(1),
        supported: z.boolean().describe("Whether an engine of this server translates from or into the language now"),
        installable: z.boolean().describe("Whether a language model for the language exists"),
        candidates: z.array(DetectedLanguage).describe("At most three candidates, best first"),
        languages: z
          .array(z.object({ language: z.string(), share: z.number().gt(0).max(1) }))
          .describe("Languages of the sentences, each with its share of the letters; several if the text is mixed"),
      }),
    ),
  })
  .meta({ id: "Detections" });

export const Languages = z
  .object({
    languages: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        nativeName: z.string(),
        direction: z.enum(["ltr", "rtl"]),
        targets: z.array(z.string()),
        installable: z
          .array(
            z.object({
              target: z.string(),
              engine: z.string(),
              status: z
                .enum(["released", "beta", "nightly", "experimental"])
                .describe("Only released models are downloaded on demand; an administrator can install the others"),
              downloadBytes: z.number().int(),
              quality: z.number().describe("Expected chrF, 0–100"),
            }),
          )
          .optional()
          .describe("With `include=installable`: languages that become available with a language model"),
      }),
    ),
    modelSource: z
      .object({
        reachable: z.boolean(),
        checkedAt: z.string().nullable().describe("Null if it was never queried"),
        onDemand: z.boolean().describe("Whether a model is downloaded when a request first needs it"),
      })
      .optional()
      .describe("With `include=installable`: state of the source of language models"),
  })
  .meta({ id: "Languages" });
export type Languages = z.infer<typeof Languages>;

export const LanguagesQuery = z.strictObject({
  display: KnownLanguage.optional().describe("Language of the names; default: English"),
  source: LanguageTag.optional().describe("Returns only the targets of this language"),
  include: z
    .enum(["installable"])
    .optional()
    .describe("`installable`: includes languages and pairs that become available with a language model"),
});

export const EnginesQuery = z.strictObject({
  source: LanguageTag.describe("Language to translate from"),
  target: LanguageTag.describe("Language to translate into"),
});

export const EngineList = z
  .object({
    engines: z.array(
      z.object({
        id: z.string(),
        isLocal: z.boolean().describe("False: text is sent to another machine"),
        formality: z.boolean().describe("Whether the engine supports `formality` for this pair"),
        quality: z
          .number()
          .describe("Expected quality (chrF, 0 to 100) by which engines are chosen, the highest first"),
        qualityOrigin: z
          .enum([...QUALITY_ORIGINS, "estimated"])
          .describe("set: by an administrator. measured: when the service was saved. estimated: by language pair"),
      }),
    ),
  })
  .meta({ id: "Engines" });
export type EngineList = z.infer<typeof EngineList>;
