import { z } from "zod";
import { EXPORT_STATUSES } from "@/lib/vocabulary/projects";
import { InBranch } from "./branch-name";
import { FileNames, Id, LanguageTag, NextCursor, Paging, Timestamp } from "./common";
import { Outdated, Untranslated } from "./documents";

export const CreateExportBody = z
  .strictObject({
    languages: z.array(LanguageTag).min(1).max(50).optional().describe("Default: all languages of the project"),
    documentIds: z.array(Id("doc")).min(1).max(1_000).optional().describe("Default: all documents"),
    format: z
      .enum(["original", "xliff", "tmx"])
      .default("original")
      .describe("Translated documents, XLIFF for CAT tools, or one translation memory"),
    minState: z
      .enum(["draft", "translated", "reviewed"])
      .optional()
      .describe(
        "Minimum state of exported texts. Default: `draft` for `mt_only` and bilingual files, `translated` for `human`, else `reviewed`",
      ),
    fallback: z
      .array(z.enum(["lastReviewed", "source", "empty"]))
      .max(3)
      .optional()
      .describe("Fallbacks in order of preference. Default: the last reviewed text, then that of `untranslated`"),
    untranslated: Untranslated,
    outdated: Outdated,
    allowOutdated: z.boolean().optional().describe("Alias of `outdated`: `true` means `keep`, `false` means `skip`"),
    minReviewedPercent: z
      .number()
      .min(0)
      .max(100)
      .optional()
      .describe("Languages below this percentage are omitted, with a warning"),
    fileNames: FileNames.optional(),
    strict: z.boolean().default(false).describe("Refuse with 409 on open errors instead of warning"),
  })
  .refine(({ fallback, untranslated }) => fallback === undefined || untranslated === undefined, {
    path: ["untranslated"],
    params: { code: "conflict" },
    message: "Send fallback or untranslated, not both.",
  })
  .meta({ id: "CreateExportRequest", not: { required: ["fallback", "untranslated"] } });

const counts = z.object({
  draft: z.number().int(),
  translated: z.number().int(),
  reviewed: z.number().int(),
  lastReviewed: z.number().int(),
  source: z.number().int(),
  empty: z.number().int(),
  skipped: z.number().int().optional().describe("Segments omitted from the file"),
  asFound: z.number().int().optional().describe("Segments below the minimum state, written as in the imported file"),
  excluded: z.number().int().describe("Excluded segments, left unchanged"),
});

export const ExportFile = z
  .object({
    language: z.string(),
    documentId: z.string().nullable(),
    name: z.string(),
    bytes: z.number().int(),
    segments: counts.describe("Number of segments by the kind of text that was written"),
  })
  .meta({ id: "ExportFile" });
export type ExportFile = z.infer<typeof ExportFile>;

export const ExportWarning = z
  .object({
    code: z.string(),
    message: z.string(),
    language: z.string().nullable(),
    documentId: z.string().nullable(),
    count: z.number().int(),
    reviewedPercent: z.number().nullable().optional().describe("Progress of a language that was omitted"),
  })
  .meta({ id: "ExportWarning" });
export type ExportWarning = z.infer<typeof ExportWarning>;

export const Export = z
  .object({
    id: z.string(),
    projectId: z.string(),
    jobId: z.string().nullable(),
    status: z.enum(EXPORT_STATUSES),
    format: z.string(),
    contentRevision: z.number().int().describe("Content revision of the project it was created from"),
    fileName: z.string().nullable(),
    bytes: z.number().int().nullable(),
    files: z.array(ExportFile),
    warnings: z.array(ExportWarning),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    downloadUrl: z.string().nullable(),
    createdAt: Timestamp,
    expiresAt: Timestamp.nullable(),
  })
  .meta({ id: "Export" });
export type Export = z.infer<typeof Export>;

export const ExportsQuery = z.strictObject({ ...Paging, ...InBranch });
export const ExportList = z.object({ exports: z.array(Export), nextCursor: NextCursor }).meta({ id: "ExportList" });
