import { z } from "zod";
import { Id, LanguageTag } from "./common";
import { Job } from "./jobs";
import { EngineChoice } from "./translate";
import { translationOptions } from "./translation-options";

export const PretranslateBody = z
  .strictObject({
    languages: z.array(LanguageTag).min(1).max(50).optional().describe("Default: all languages of the project"),
    documents: z.array(Id("doc")).min(1).max(1_000).optional().describe("Ids; default: all documents of the project"),
    method: z
      .array(z.enum(["tm", "mt"]))
      .min(1)
      .max(2)
      .default(["tm", "mt"])
      .describe("`tm`: repetitions and exact memory matches; `mt`: machine translation for the rest"),
    overwrite: z
      .enum(["never", "machine", "all"])
      .default("never")
      .describe("What to replace: nothing, unedited machine drafts, or (managers only) everything"),
    engine: EngineChoice,
    ...translationOptions,
  })
  .meta({ id: "PretranslateRequest" });

export const PretranslateAnswer = z
  .object({ jobs: z.array(Job).describe("One per language") })
  .meta({ id: "PretranslateAnswer" });
