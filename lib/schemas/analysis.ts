import { z } from "zod";
import { ANALYSIS_BANDS, type AnalysisBand } from "@/lib/vocabulary/projects";
import { InBranch } from "./branch-name";
import { commaSeparated, Id, LanguageTag } from "./common";

export const AnalysisQuery = z.strictObject({
  ...InBranch,
  language: LanguageTag.optional().describe("Default: all target languages"),
  document: commaSeparated(Id("doc")).optional().describe("One or more documents, comma-separated; default: all"),
});

const count = z.number().int();
const Volume = z
  .object({
    segments: count,
    words: count,
    characters: count,
    cost: z.number().nullable().describe("Cost in the currency of the workspace's rates; null without rates"),
  })
  .meta({ id: "AnalysisVolume" });
export type Volume = z.infer<typeof Volume>;

const bands = Object.fromEntries(ANALYSIS_BANDS.map((band) => [band, Volume])) as Record<AnalysisBand, typeof Volume>;

const Before = z
  .object({ ...bands, total: Volume })
  .describe("Before translation: repetitions, memory matches and new text");
const After = z
  .object({ ...bands, machine: Volume, untranslated: Volume, total: Volume })
  .describe("After translation: texts by origin of their translation; `new`: written by people");

export const Analysis = z
  .object({
    currency: z.string().nullable().describe("Currency of the costs; null if the workspace has no rates"),
    languages: z.array(
      z.object({
        language: z.string(),
        before: Before,
        after: After,
        documents: z.array(z.object({ documentId: z.string(), path: z.string(), before: Before, after: After })),
      }),
    ),
  })
  .meta({ id: "Analysis" });
export type Analysis = z.infer<typeof Analysis>;

const percent = z.number().min(0).max(100);

/** Prices per word that a workspace pays for translation. */
export const Rates = z
  .strictObject({
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .describe("ISO 4217 code, such as `EUR`"),
    perWord: z.number().min(0).max(1_000).describe("Price of a new word of the source"),
    percent: z
      .strictObject(
        Object.fromEntries([...ANALYSIS_BANDS, "machine"].map((band) => [band, percent.optional()])) as Record<
          AnalysisBand | "machine",
          z.ZodOptional<typeof percent>
        >,
      )
      .default({})
      .describe("Percentage of `perWord` in each band; default: 100, but 0 for repetitions and context matches"),
  })
  .meta({ id: "Rates" });
export type Rates = z.output<typeof Rates>;
