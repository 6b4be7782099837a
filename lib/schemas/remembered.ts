import { z } from "zod";
import { MAX_UNIT_LENGTH } from "@/lib/vocabulary/texts";
import { Id, KnownLanguage, LanguageTag, StorableText } from "./common";

export const RememberedBody = z.strictObject({
  text: StorableText.min(1).max(MAX_UNIT_LENGTH).describe("A whole text; white space around it doesn't matter"),
  source: LanguageTag.optional().describe("Default: any language"),
  targets: z.array(KnownLanguage).min(1).max(20),
  projectId: Id("prj").optional().describe("Only the memories of this project; default: all of the workspace"),
});

export const Remembered = z.object({
  translation: z.string(),
  source: z.string().describe("Source language of the memory"),
  memory: z.object({ id: z.string(), name: z.string() }),
});
export type Remembered = z.output<typeof Remembered>;

export const RememberedByTarget = z.object({
  translations: z.record(z.string(), Remembered).describe("Translations found in memories, by target language"),
});
