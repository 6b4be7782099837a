import { z } from "zod";
import { LanguageTag, StorableText } from "./common";

const MAX_WORD_LENGTH = 60;

export const DictionaryBody = z.strictObject({
  text: StorableText.trim().min(1).max(MAX_WORD_LENGTH).describe("A word or a short term"),
  source: LanguageTag,
  target: LanguageTag,
  side: z
    .enum(["source", "target"])
    .default("source")
    .describe("source: finds translations of the text. target: finds synonyms of the text, which is a translation"),
});

export const DictionaryEntry = z.object({
  translation: z.string(),
  origin: z.enum(["glossary", "memory"]),
  name: z.string().describe("Name of the glossary or memory"),
  note: z.string().nullable().describe("Definition of the term in the glossary"),
  isPreferred: z.boolean().describe("True for a glossary's preferred translation or a memory's reviewed unit"),
});
export type DictionaryEntry = z.output<typeof DictionaryEntry>;

export const Dictionary = z.object({ entries: z.array(DictionaryEntry) });
