import { z } from "zod";
import { MAX_UNIT_LENGTH } from "@/lib/vocabulary/texts";
import { Id, KnownLanguage, Name, NextCursor, Paging, StorableText, Timestamp } from "./common";

const WritePolicy = z
  .enum(["reviewed", "confirmed"])
  .describe("Which texts are added: only reviewed ones, or confirmed ones too");
const Penalty = z.number().int().min(0).max(100).describe("Penalty on matches, in percentage points");

export const CreateMemoryBody = z
  .strictObject({
    name: Name,
    sourceLanguage: KnownLanguage,
    writePolicy: WritePolicy.default("reviewed"),
    penalty: Penalty.default(0),
  })
  .meta({ id: "CreateTranslationMemoryRequest" });

export const PatchMemoryBody = z
  .strictObject({ name: Name.optional(), writePolicy: WritePolicy.optional(), penalty: Penalty.optional() })
  .meta({ id: "PatchTranslationMemoryRequest" });

export const Memory = z
  .object({
    id: z.string(),
    name: z.string(),
    sourceLanguage: z.string(),
    targetLanguages: z.array(z.string()).describe("Languages of the translations"),
    writePolicy: WritePolicy,
    penalty: Penalty,
    isDefault: z.boolean().describe("New projects with this source language use this memory and add their texts to it"),
    units: z.number().int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "TranslationMemory" });
export type Memory = z.infer<typeof Memory>;

export const MemoriesQuery = z.strictObject({
  ...Paging,
  sourceLanguage: KnownLanguage.optional(),
  q: StorableText.min(1).max(200).optional().describe("Substring of the name"),
});

export const MemoryList = z
  .object({ translationMemories: z.array(Memory), nextCursor: NextCursor })
  .meta({ id: "TranslationMemoryList" });

const Encoded = "Markup is written as numbered codes, `<g1>…</g1>` and `<x2/>`; literal `<` and `&` are escaped";

const UnitForms = z
  .record(z.string(), z.string())
  .describe("For a plural message: all forms; `source` and `target` contain the form `other`");

export const Unit = z
  .object({
    id: z.string(),
    source: z.string().describe(Encoded),
    sourceForms: UnitForms.optional(),
    target: z.string().describe(Encoded),
    forms: UnitForms.optional(),
    language: z.string(),
    tuid: z.string().nullable().describe("Id in the imported file"),
    reviewed: z.boolean(),
    imported: z.boolean(),
    projectId: z.string().nullable().describe("Project the unit comes from"),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "TranslationUnit" });
export type Unit = z.infer<typeof Unit>;

export const UnitsQuery = z.strictObject({
  ...Paging,
  q: StorableText.min(1).max(200).optional().describe("Substring of source or translation"),
  language: KnownLanguage.optional(),
});

export const UnitList = z.object({ units: z.array(Unit), nextCursor: NextCursor }).meta({ id: "TranslationUnitList" });

const UnitText = StorableText.min(1).max(MAX_UNIT_LENGTH);

export const CreateUnitBody = z
  .strictObject({
    source: UnitText.describe("Plain text"),
    target: UnitText.describe("Plain text"),
    language: KnownLanguage.describe("Language of the target"),
    reviewed: z.boolean().default(true),
  })
  .meta({ id: "CreateTranslationUnitRequest" });

export const PatchUnitBody = z
  .strictObject({
    target: StorableText.min(1).max(MAX_UNIT_LENGTH).optional().describe(Encoded),
    forms: z
      .record(StorableText.max(64), StorableText.min(1).max(MAX_UNIT_LENGTH))
      .optional()
      .describe("For a plural message, instead of `target`: the forms to change"),
    reviewed: z.boolean().optional(),
  })
  .meta({ id: "PatchTranslationUnitRequest", not: { required: ["target", "forms"] } });

export const ImportMemoryFields = z.strictObject({});

export const ExportMemoryQuery = z.strictObject({
  language: KnownLanguage.optional().describe("Only translations into this language"),
});

export const PutProjectMemoriesBody = z
  .strictObject({
    memories: z
      .array(
        z.strictObject({
          memoryId: Id("tm"),
          canWrite: z.boolean().default(false).describe("True: the project adds its texts to this memory, at most one"),
        }),
      )
      .max(20)
      .describe("In order of lookup"),
  })
  .meta({ id: "PutProjectMemoriesRequest" });

export const ProjectMemories = z
  .object({
    memories: z.array(
      z.object({
        memoryId: z.string(),
        name: z.string(),
        sourceLanguage: z.string(),
        penalty: z.number().int(),
        units: z.number().int(),
        canWrite: z.boolean(),
      }),
    ),
  })
  .meta({ id: "ProjectMemories" });
export type ProjectMemories = z.infer<typeof ProjectMemories>;
