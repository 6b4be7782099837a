import { z } from "zod";
import { FILE_STATUSES } from "@/lib/vocabulary/projects";
import { PROOF_KINDS } from "@/lib/vocabulary/texts";
import {
  commaSeparated,
  DetectedLanguage,
  Id,
  KnownLanguage,
  LanguageTag,
  NextCursor,
  Paging,
  Timestamp,
  Warning,
} from "./common";
import { translationOptions } from "./translation-options";

const partList = z
  .string()
  .max(200)
  .transform((value) =>
    value
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .optional();

/** Fields of the multipart body besides the part `file`. */
export const TranslateFileFields = z
  .strictObject({
    source: LanguageTag.optional().describe("Language of the document; default or `auto`: detected"),
    target: LanguageTag.describe("Language to translate into"),
    format: z.string().max(32).optional().describe("Id of the format; default: detected from name and content"),
    bilingual: z
      .enum(["true", "false", "side", "stacked"])
      .transform((value) => (value === "true" ? true : value === "false" ? false : value))
      .optional()
      .describe(
        "Puts source and target into one document: `side` next to each other, `stacked` one above the other, `true` uses the format's default",
      ),
    segmentation: z
      .enum(["paragraph", "sentence"])
      .optional()
      .describe("With `output=xliff`: one segment per paragraph (default) or sentence; CAT tools may split them"),
    include: partList.describe("Parts to translate in addition to the format's default, comma-separated"),
    exclude: partList.describe("Parts to leave untranslated, comma-separated"),
    columns: partList.describe(
      "Columns of a table to translate, by name or letter, separated by commas; all others stay untranslated",
    ),
    header: z
      .enum(["true", "false"])
      .transform((value) => value === "true")
      .optional()
      .describe("Whether the first row of a table names its columns; default: detected"),
    overwrite: z
      .enum(["true", "false"])
      .transform((value) => value === "true")
      .optional()
      .describe("Whether existing translations of a bilingual file are replaced; default: they stay unchanged"),
    keys: partList.describe(
      "Keys to translate beyond the format's defaults, separated by commas, with wildcards: `hero.*`, `features[].title`; in XML names of elements and attributes, `title`, `item@label`",
    ),
    output: z.string().max(32).optional().describe("Id of another output format"),
    glossaryId: Id("gls").optional().describe("A glossary of the account"),
    projectId: Id("prj").optional().describe("A project of the account, for its glossaries and memories"),
    ...translationOptions,
  })
  .meta({ id: "TranslateFileRequest" });

export const EstimateFileFields = z.strictObject({
  format: z.string().max(32).optional(),
  target: KnownLanguage.optional().describe("Language to translate into; texts already in it are not counted"),
});
export const FileEstimate = z.object({
  format: z.string(),
  segments: z.number().int(),
  words: z.number().int(),
});

export const PictureTextFields = z.strictObject({
  source: LanguageTag.optional().describe("Language of the text; default or `auto`: tries up to three installed ones"),
});
export const PictureText = z.object({ text: z.string().describe("Each line or paragraph on one line") });

const FileStatus = z.enum(FILE_STATUSES);

export const FileTranslation = z
  .object({
    id: z.string(),
    status: FileStatus,
    fileName: z.string(),
    outputName: z.string(),
    format: z.string(),
    bytes: z.number().int(),
    source: z.string().nullable().describe("Null until detected"),
    target: z.string(),
    detectedSource: DetectedLanguage.nullable(),
    progress: z.object({ segmentsDone: z.number().int(), segmentsTotal: z.number().int().nullable() }),
    characters: z.number().int(),
    units: z
      .object({
        translated: z.number().int(),
        kept: z.number().int().describe("Existing translations of a bilingual file, which stay unchanged"),
        left: z.number().int().describe("Units without translatable text, which stay in the source language"),
        foreign: z.number().int().describe("Segments in a language other than `source`, left unchanged"),
      })
      .nullable()
      .describe("Null until the translation is completed"),
    proof: z
      .object({
        compared: z.record(z.enum(PROOF_KINDS), z.number().int()).describe("Number of compared items, by kind"),
        differences: z.number().int().describe("Number of differences; `GET /files/{fileId}/proof` lists them"),
      })
      .nullable()
      .describe("The comparison of the translated file with its source; null until the translation is completed"),
    templateLanguages: z.array(z.string()).describe("Template languages recognised in the file"),
    engine: z.string().nullable(),
    route: z.array(z.string()).nullable(),
    warnings: z.array(Warning),
    error: z.object({ code: z.string(), message: z.string(), details: z.record(z.string(), z.unknown()) }).nullable(),
    contentUrl: z.string(),
    createdAt: Timestamp,
    completedAt: Timestamp.nullable(),
    expiresAt: Timestamp,
  })
  .meta({ id: "FileTranslation" });
export type FileTranslation = z.infer<typeof FileTranslation>;

export const ProofQuery = z.strictObject(Paging);

export const FileProof = z
  .object({
    differences: z.array(
      z.object({
        kind: z.enum(PROOF_KINDS),
        place: z.string().describe("Key or number of the segment, line, or part of the file"),
        source: z.string().nullable().describe("Content of the source that is missing or different in the translation"),
        target: z.string().nullable().describe("Content of the translation that is missing or different in the source"),
      }),
    ),
    nextCursor: NextCursor,
  })
  .meta({ id: "FileProof" });

const ComparedDocument = z.object({
  total: z.number().int().describe("Number of segments in the document; `segments` contains the first ones"),
  segments: z.array(
    z.object({
      key: z.string().nullable().describe("Name of the segment in the document, if it has one"),
      text: z.string().describe("Text without markup"),
    }),
  ),
});

export const FileComparison = z
  .object({
    aligned: z.boolean().describe("Whether segments with the same index are source and translation of each other"),
    original: ComparedDocument,
    translation: ComparedDocument,
  })
  .meta({ id: "FileComparison" });
export type FileComparison = z.infer<typeof FileComparison>;

export const FilesQuery = z.strictObject({
  ...Paging,
  status: commaSeparated(FileStatus).optional().describe("One or more statuses, comma-separated"),
});

export const FileList = z.object({ files: z.array(FileTranslation), nextCursor: NextCursor }).meta({ id: "FileList" });

export const Formats = z
  .object({
    formats: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        extensions: z.array(z.string()),
        mediaType: z.string(),
        translates: z.string(),
        leaves: z.string(),
        parts: z.array(z.string()),
        bilingual: z.boolean(),
        outputs: z.array(z.string()),
        options: z
          .array(
            z.object({
              name: z.string(),
              values: z.array(z.string()).nullable().describe("Allowed values; null: any"),
              description: z.string(),
            }),
          )
          .describe("Options for files of this format"),
      }),
    ),
  })
  .meta({ id: "Formats" });
