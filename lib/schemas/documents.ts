import { z } from "zod";
import { type Forms, isFormName, ruleOf } from "@/lib/text/plurals/plural-forms";
import { DOCUMENT_STATUSES } from "@/lib/vocabulary/projects";
import { InBranch } from "./branch-name";
import {
  commaSeparated,
  FailureRecord,
  LanguageTag,
  NextCursor,
  Paging,
  RUN_ALWAYS,
  StorableText,
  Timestamp,
  Warning,
} from "./common";
import { Job } from "./jobs";
import { Progress } from "./projects";

/** Maximum segments of one document. (A project may have 200,000.) */
export const MAX_SEGMENTS = 50_000;

const DocumentStatus = z.enum(DOCUMENT_STATUSES);

export const Path = StorableText.min(1)
  .max(500)
  .refine((path) => !/[\p{Cc}\\]/u.test(path) && path.split("/").every((part) => !/^\.{0,2}$/.test(part)), {
    params: { code: "format", reason: "path_form" },
    message: "Use a relative path with / between folders, such as docs/intro.md.",
  })
  .describe("Path of the file, such as `docs/intro.md`; unique in the project");

const Format = z.string().min(1).max(32).describe("Id of the format; default: detected from name and content");
const HeldLanguage = LanguageTag.describe(
  "Language of the translations in the document, if it does not name one and the project has several",
);
const parts = z.array(z.string().min(1).max(32)).max(20);
const PartList = z
  .string()
  .max(200)
  .transform((list) =>
    list
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .pipe(parts);
const include = "Parts to translate beyond the format's default";
const exclude = "Parts to leave untranslated";

/** A single text. It is plain text: markup is not interpreted. */
const SegmentInput = z
  .strictObject({
    key: StorableText.min(1)
      .max(500)
      .describe("Key that identifies the segment in later versions; unique in the document"),
    source: StorableText.min(1).max(100_000).optional().describe("Required unless `sourceForms` is given"),
    sourceForms: z
      .record(StorableText.max(64), StorableText.min(1).max(100_000))
      .optional()
      .describe("For a plural message: its source texts by CLDR category, exact number (`=0`) or gettext index"),
    target: StorableText.min(1).max(100_000).optional().describe("Existing translation"),
    forms: z
      .record(StorableText.max(64), StorableText.min(1).max(100_000))
      .optional()
      .describe("Existing translation of a plural message, instead of `target`"),
    note: StorableText.min(1).max(5_000).optional().describe("Note for translators"),
    maxLength: z
      .number()
      .int()
      .min(1)
      .max(100_000)
      .optional()
      .describe("Maximum length of the translation, in characters"),
  })
  .meta({
    id: "SegmentInput",
    oneOf: [{ required: ["source"] }, { required: ["sourceForms"] }],
    not: { required: ["target", "forms"] },
  });
export type SegmentInput = z.output<typeof SegmentInput>;

const content = {
  content: z.string().min(1).optional().describe("Text of the document"),
  segments: z.array(SegmentInput).min(1).max(MAX_SEGMENTS).optional().describe("Keyed texts instead of a document"),
};

/** JSON Schema for exactly one of the two fields, see {@link checkContent}. */
const EITHER = { oneOf: [{ required: ["content"] }, { required: ["segments"] }] };

/** The error of a segment's source, which is a text or the forms of a plural message; null if valid. */
function faultOfSource(segment: unknown): { path: string; code: string; message: string } | null {
  if (typeof segment !== "object" || segment === null) return null;
  const { source, sourceForms: forms } = segment as { source?: unknown; sourceForms?: unknown };
  if (forms === undefined)
    return source === undefined ? { path: "source", code: "required", message: "Send the text of the segment." } : null;
  if (source !== undefined)
    return { path: "sourceForms", code: "duplicate", message: "Send either source or sourceForms." };
  if (typeof forms !== "object" || forms === null) return null;
  const rule = ruleOf(forms as Forms);
  const unknown = Object.keys(forms).find((name) => !isFormName(rule, name));
  if (unknown !== undefined) return { path: `sourceForms.${unknown}`, code: "format", message: `Use ${FORM_NAMES}.` };
  const needed = rule === "gettext" ? "0" : "other";
  return Object.hasOwn(forms, needed)
    ? null
    : { path: "sourceForms", code: "required", message: `The form ${needed} is required.` };
}

const FORM_NAMES = "zero, one, two, few, many, other and exact numbers such as =0, or gettext indices from 0";

/** Checks that exactly one field is given and no key occurs twice, even if the fields themselves are invalid. */
function checkContent(body: { content?: unknown; segments?: unknown }, context: z.RefinementCtx): void {
  const fault = (path: (string | number)[], code: string, message: string) =>
    context.addIssue({ code: "custom", path, message, params: { code } });
  if (body.content === undefined && body.segments === undefined)
    fault(["content"], "required", "Send the text in content, or texts with keys in segments.");
  if (body.content !== undefined && body.segments !== undefined)
    fault(["segments"], "duplicate", "Send either content or segments.");
  const seen = new Set<unknown>();
  const segments: readonly unknown[] = Array.isArray(body.segments) ? body.segments : [];
  for (const [i, segment] of segments.entries()) {
    const wrong = faultOfSource(segment);
    if (wrong) fault(["segments", i, ...wrong.path.split(".")], wrong.code, wrong.message);
    const key = (segment as { key?: unknown } | null)?.key;
    if (key === undefined) continue;
    if (seen.has(key)) fault(["segments", i, "key"], "duplicate", "Each key must be unique.");
    seen.add(key);
  }
}

export const CreateDocumentBody = z
  .strictObject({
    name: Path,
    format: Format.optional(),
    ...content,
    include: parts.optional().describe(include),
    exclude: parts.optional().describe(exclude),
    language: HeldLanguage.optional(),
  })
  .superRefine(checkContent, RUN_ALWAYS)
  .meta({ id: "CreateDocumentRequest", ...EITHER });

/** Fields of the multipart body besides the part `file`. */
export const CreateDocumentFields = z.strictObject({
  path: Path.optional().describe("Path in the project; default: the file name"),
  format: Format.optional(),
  include: PartList.optional().describe(`${include}, separated by commas`),
  exclude: PartList.optional().describe(`${exclude}, separated by commas`),
  language: HeldLanguage.optional(),
});

export const ReplaceDocumentBody = z
  .strictObject(content)
  .superRefine(checkContent, RUN_ALWAYS)
  .meta({ id: "ReplaceDocumentRequest", ...EITHER });
export const ReplaceDocumentFields = z.strictObject({});

/** As for a new document. On an update, omitted fields keep their values. */
export const PutDocumentBody = z
  .strictObject({
    format: Format.optional(),
    ...content,
    include: parts.optional().describe(include),
    exclude: parts.optional().describe(exclude),
    language: HeldLanguage.optional(),
  })
  .superRefine(checkContent, RUN_ALWAYS)
  .meta({ id: "PutDocumentRequest", ...EITHER });
export const PutDocumentFields = CreateDocumentFields.omit({ path: true });

const dryRun = z.stringbool().default(false).describe("Reports what would change without changing it");

export const CreateDocumentQuery = z.strictObject({ dryRun, ...InBranch });
const onChange = z
  .enum(["needs_work", "keep"])
  .default("needs_work")
  .describe("What happens to confirmed translations whose source changed");
export const ReplaceDocumentQuery = z.strictObject({ dryRun, onChange });
export const PutDocumentQuery = z.strictObject({
  path: Path.optional().describe(
    "Path of the document in the project. Leave it out to upload a ZIP whose entries have paths",
  ),
  dryRun,
  onChange,
  ...InBranch,
});

export const PatchDocumentBody = z
  .strictObject({
    path: Path.optional(),
    include: parts.optional().describe(`${include}; the document is read again`),
    exclude: parts.optional().describe(`${exclude}; the document is read again`),
  })
  .meta({ id: "PatchDocumentRequest" });

const count = z.number().int();

/** Changes of a version compared with the previous one. */
export const DocumentChanges = z
  .object({
    segments: count,
    words: count,
    added: count,
    changed: count,
    removed: count,
    unchanged: count,
    wordsToReview: count.describe("Words of added and changed segments that need work, per language"),
  })
  .meta({ id: "DocumentChanges" });
export type DocumentChanges = z.infer<typeof DocumentChanges>;

export const DocumentPreview = z
  .object({ dryRun: z.literal(true), format: z.string(), ...DocumentChanges.shape, warnings: z.array(Warning) })
  .meta({ id: "DocumentPreview", description: "Preview of a document, which is not stored." });
export type DocumentPreview = z.infer<typeof DocumentPreview>;

export const ProjectDocument = z
  .object({
    id: z.string(),
    projectId: z.string(),
    branch: z.string().nullable().describe("Branch of the project that it belongs to; null: main"),
    path: z.string(),
    name: z.string(),
    format: z.string(),
    options: z.object({ include: parts.optional(), exclude: parts.optional(), language: z.string().optional() }),
    status: DocumentStatus.describe("Status of the latest uploaded version"),
    error: FailureRecord.nullable(),
    currentVersion: count.describe("Version in use; 0 until a version could be read"),
    version: z
      .object({
        number: count,
        status: DocumentStatus,
        bytes: count,
        segments: count.nullable(),
        words: count.nullable(),
        added: count.nullable(),
        changed: count.nullable(),
        removed: count.nullable(),
        warnings: z.array(Warning),
        jobId: z.string().nullable(),
        createdAt: Timestamp,
      })
      .describe("Latest uploaded version"),
    progress: Progress.describe("Progress over all languages"),
    languages: z.array(z.object({ language: z.string(), progress: Progress })),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    links: z.object({ self: z.string(), source: z.string(), job: z.string().nullable() }),
  })
  .meta({ id: "Document" });
export type ProjectDocument = z.infer<typeof ProjectDocument>;

/** With `dryRun` a preview, otherwise the document. */
export const DocumentAnswer = z.union([DocumentPreview, ProjectDocument]);
export type DocumentAnswer = z.infer<typeof DocumentAnswer>;

/** A document uploaded by its path. */
export const PutDocument = ProjectDocument.extend({
  changed: z.boolean().describe("False: the document already had this content; nothing changed"),
}).meta({ id: "PutDocument" });
export type PutDocument = z.infer<typeof PutDocument>;

const Skipped = z
  .array(z.object({ path: z.string(), error: z.object({ code: z.string(), message: z.string() }) }))
  .describe("Entries that could not be imported, with the reason");

export const PutDocuments = z
  .object({ documents: z.array(PutDocument), skipped: Skipped })
  .meta({ id: "PutDocuments", description: "Results for the entries of a ZIP." });
export type PutDocuments = z.infer<typeof PutDocuments>;

/** Preview of a document uploaded by its path. */
export const PutPreview = DocumentPreview.extend({
  path: z.string(),
  documentId: z.string().nullable().describe("The document that would be updated; null for a new one"),
}).meta({ id: "PutDocumentPreview" });
export type PutPreview = z.infer<typeof PutPreview>;

export const PutPreviews = z
  .object({ dryRun: z.literal(true), documents: z.array(PutPreview), skipped: Skipped })
  .meta({ id: "PutDocumentsPreview" });
export type PutPreviews = z.infer<typeof PutPreviews>;

export const PutAnswer = z.union([PutPreview, PutPreviews, PutDocument, PutDocuments]);

export const DocumentsQuery = z.strictObject({
  ...Paging,
  ...InBranch,
  path: Path.optional().describe("Exact path: at most one document"),
  status: commaSeparated(DocumentStatus).optional().describe("One or more statuses, comma-separated"),
  q: StorableText.min(1).max(200).optional().describe("Substring of the path"),
});

export const DocumentList = z
  .object({ documents: z.array(ProjectDocument), nextCursor: NextCursor })
  .meta({ id: "DocumentList" });

/** What to write for segments without a text of the requested state. */
export const Untranslated = z
  .enum(["source", "skip", "empty"])
  .optional()
  .describe(
    "What is written for a segment without a translation in the requested state: its source, nothing (`skip`: omits the key in formats of keys and values and in catalogues; in other formats the same as `source`), or an empty text. Default: `skip` for formats of keys and values, else `source`",
  );

/** What to write for translations of an earlier source. */
export const Outdated = z
  .enum(["keep", "skip"])
  .optional()
  .describe(
    "What is written for a confirmed translation whose source has changed since. `keep`: the translation, marked as outdated if the format allows it. `skip`: what `untranslated` specifies. Default: `keep`; for TMX files `skip`",
  );

/** The value of an option that has two names. */
export function outdatedOf({
  outdated,
  allowOutdated,
}: {
  outdated?: "keep" | "skip" | undefined;
  allowOutdated?: boolean | undefined;
}): "keep" | "skip" | undefined {
  return outdated ?? (allowOutdated === undefined ? undefined : allowOutdated ? "keep" : "skip");
}

export const TargetQuery = z.strictObject({
  language: LanguageTag,
  minState: z
    .enum(["draft", "translated", "reviewed"])
    .optional()
    .describe(
      "Minimum state of exported translations. Default: `draft` for `mt_only`, `translated` for `human`, else `reviewed`",
    ),
  untranslated: Untranslated,
  outdated: Outdated,
  allowOutdated: z.stringbool().optional().describe("Alias of `outdated`: `true` means `keep`, `false` means `skip`"),
});

export const ImportTargetQuery = z.strictObject({
  language: LanguageTag,
  mode: z
    .enum(["translated", "draft", "suggest"])
    .optional()
    .describe(
      "How texts are imported: as confirmed (default), as drafts, or as suggestions, which change no translation and appear among the matches of their segments",
    ),
  existing: z
    .enum(["keep", "replace", "suggest"])
    .optional()
    .describe(
      "What happens to texts that people edited in the project since the previous import of the file. `keep` (default): they stay, counted as `kept` or, if the file has changed them too, as `conflicts`. `replace`: the file's texts replace them, except reviewed ones. `suggest`: the file's texts become suggestions, as with `mode=suggest`, which allows no other value",
    ),
});

export const ImportTargetFields = z.strictObject({});

export const ImportFilesQuery = z.strictObject({ dryRun });

export const ImportFilesFields = z.strictObject({ existing: ImportTargetQuery.shape.existing });

export const MatchedFiles = z
  .object({
    files: z.array(z.object({ path: z.string(), documentId: z.string(), language: z.string() })),
    unmatched: z.array(
      z.object({
        path: z.string(),
        reason: z.string(),
        likely: z
          .object({ documentId: z.string(), path: z.string(), language: z.string().nullable() })
          .nullable()
          .describe("The document that the file may belong to"),
      }),
    ),
  })
  .meta({ id: "MatchedFiles" });
export type MatchedFiles = z.infer<typeof MatchedFiles>;

export const ImportFilesAnswer = z.union([MatchedFiles, Job]);
