import { z } from "zod";
import { TERM_USAGES } from "@/lib/vocabulary/texts";
import { Id, KnownLanguage, Name, NextCursor, Paging, StorableText, Timestamp } from "./common";
import { ProtectPatterns } from "./translation-options";

export const CreateGlossaryBody = z
  .strictObject({ name: Name, sourceLanguage: KnownLanguage, protect: ProtectPatterns.optional() })
  .meta({ id: "CreateGlossaryRequest" });

export const PatchGlossaryBody = z
  .strictObject({ name: Name.optional(), protect: ProtectPatterns.optional() })
  .meta({ id: "PatchGlossaryRequest" });

export const Glossary = z
  .object({
    id: z.string(),
    name: z.string(),
    sourceLanguage: z.string(),
    targetLanguages: z.array(z.string()).describe("Languages of the translations"),
    protect: ProtectPatterns,
    terms: z.number().int(),
    version: z.number().int().describe("Increases with every change of the terms"),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "Glossary" });
export type Glossary = z.infer<typeof Glossary>;

export const GlossariesQuery = z.strictObject({
  ...Paging,
  sourceLanguage: KnownLanguage.optional(),
  q: StorableText.min(1).max(200).optional().describe("Substring of the name"),
});

export const GlossaryList = z
  .object({ glossaries: z.array(Glossary), nextCursor: NextCursor })
  .meta({ id: "GlossaryList" });

const TermUsage = z.enum(TERM_USAGES).describe("Whether a translation is recommended, allowed or must not be used");
export type TermUsage = z.infer<typeof TermUsage>;

const TermText = StorableText.transform((text) => text.replace(/\s+/g, " ").trim()).pipe(z.string().min(1).max(500));

const Target = z.object({ language: z.string(), text: z.string(), usage: TermUsage });

const GivenTarget = z.strictObject({
  language: KnownLanguage,
  text: TermText,
  usage: TermUsage.default("preferred"),
});

const fields = {
  source: TermText,
  definition: StorableText.trim().max(2_000),
  partOfSpeech: StorableText.trim().min(1).max(50).nullable(),
  caseSensitive: z.boolean().describe("Matches only this exact spelling, without inflected forms"),
  doNotTranslate: z.boolean().describe("Never translated"),
  targets: z.array(GivenTarget).max(200).describe("In order of preference"),
};

export const CreateTermBody = z
  .strictObject({
    source: fields.source,
    definition: fields.definition.default(""),
    partOfSpeech: fields.partOfSpeech.default(null),
    caseSensitive: fields.caseSensitive.default(false),
    doNotTranslate: fields.doNotTranslate.default(false),
    targets: fields.targets.default([]),
  })
  .meta({ id: "CreateTermRequest" });

export const PatchTermBody = z
  .strictObject({
    source: fields.source.optional(),
    definition: fields.definition.optional(),
    partOfSpeech: fields.partOfSpeech.optional(),
    caseSensitive: fields.caseSensitive.optional(),
    doNotTranslate: fields.doNotTranslate.optional(),
    targets: fields.targets.optional().describe("Replace existing terms"),
  })
  .meta({ id: "PatchTermRequest" });

export const Term = z
  .object({
    id: z.string(),
    source: z.string(),
    definition: z.string(),
    partOfSpeech: z.string().nullable(),
    caseSensitive: z.boolean(),
    doNotTranslate: z.boolean(),
    targets: z.array(Target),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "Term" });
export type Term = z.infer<typeof Term>;

export const TermsQuery = z.strictObject({
  ...Paging,
  q: StorableText.min(1).max(200).optional().describe("Substring of term, translation or definition"),
  language: KnownLanguage.optional().describe("Only terms with a translation into this language"),
  sort: z.enum(["-createdAt", "source"]).default("-createdAt"),
});

export const TermList = z.object({ terms: z.array(Term), nextCursor: NextCursor }).meta({ id: "TermList" });

export const ImportGlossaryFields = z.strictObject({
  targetLanguage: KnownLanguage.optional().describe("Language of the second column in a table without header"),
  replace: z
    .enum(["true", "false"])
    .transform((value) => value === "true")
    .optional()
    .describe("Delete all existing terms first"),
});

export const GlossaryImport = z
  .object({
    added: z.number().int(),
    updated: z.number().int(),
    skipped: z.number().int(),
    errors: z
      .array(
        z.object({
          number: z.number().int().describe("Row or entry of the file, starting at 1"),
          code: z.string(),
          message: z.string(),
          language: z.string().nullable(),
        }),
      )
      .describe("Skipped entries, at most 1,000"),
  })
  .meta({ id: "GlossaryImport" });
export type GlossaryImport = z.infer<typeof GlossaryImport>;

export const ExportGlossaryQuery = z.strictObject({
  format: z.enum(["csv", "tbx"]).default("csv"),
});

export const PutProjectGlossariesBody = z
  .strictObject({
    glossaries: z
      .array(z.strictObject({ glossaryId: Id("gls") }))
      .max(20)
      .describe("In order of priority: if two glossaries have the same term, the first one takes precedence"),
  })
  .meta({ id: "PutProjectGlossariesRequest" });

export const ProjectGlossaries = z
  .object({
    glossaries: z.array(
      z.object({ glossaryId: z.string(), name: z.string(), sourceLanguage: z.string(), terms: z.number().int() }),
    ),
  })
  .meta({ id: "ProjectGlossaries" });
export type ProjectGlossaries = z.infer<typeof ProjectGlossaries>;
