import { z } from "zod";
import { canonicalFlag, MAX_FLAG_LENGTH, MAX_FLAGS } from "@/lib/text/flags";
import { MAX_LABEL_LENGTH, MAX_LABELS } from "@/lib/text/labels-in-note";
import { ACTOR_TYPES } from "@/lib/vocabulary/accounts";
import { INLINE_CODE_KINDS, ORIGINS, PLURAL_RULES, SEVERITIES, TRANSLATION_STATES } from "@/lib/vocabulary/segments";
import { TERM_USAGES } from "@/lib/vocabulary/texts";
import { InBranch } from "./branch-name";
import {
  commaSeparated,
  DateTimeInput,
  decimalDigits,
  Id,
  LanguageTag,
  NextCursor,
  Paging,
  RUN_ALWAYS,
  StorableText,
  Timestamp,
} from "./common";
import { Screenshot, SegmentScreenshots } from "./screenshots";

export const TranslationState = z.enum(TRANSLATION_STATES);
export const OriginType = z.enum(ORIGINS);

/** Maximum length of a translation in UTF-16 units. */
export const MAX_TEXT_LENGTH = 100_000;

export const InlineCode = z
  .object({
    id: z.number().int(),
    kind: z.enum(INLINE_CODE_KINDS),
    equiv: z.string().optional().describe("Meaning as plain text"),
    deletable: z.boolean().optional(),
  })
  .meta({ id: "InlineCode" });

const Actor = z
  .object({ type: z.enum(["user", "key"]), id: z.string(), name: z.string().nullable() })
  .meta({ id: "Actor" });

const Origin = z
  .object({
    type: OriginType,
    edited: z.boolean().describe("A person edited the suggestion"),
    engine: z.string().optional(),
    match: z.number().int().optional().describe("Match percentage; 101 for the same text in the same context"),
    memoryName: z.string().optional(),
  })
  .meta({ id: "TranslationOrigin" });

const Severity = z.enum(SEVERITIES);

const QaIssue = z
  .object({
    id: z.string(),
    check: z.string(),
    severity: Severity,
    start: z.number().int().nullable().describe("UTF-16 offset in the text; null for the whole text"),
    end: z.number().int().nullable(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
    replacement: z.string().nullable(),
    fingerprint: z.string().describe("Stable id of the finding, as long as check and offending text are the same"),
    status: z.enum(["open", "ignored"]),
  })
  .meta({ id: "QaIssue" });

export const PluralTexts = z
  .record(z.string(), z.string())
  .describe("Texts by CLDR category, gettext index (`0`, `1`, …) or exact ICU number (`=0`)");

export const SegmentTranslation = z
  .object({
    language: z.string(),
    text: z.string().nullable().describe("With numbered codes such as `<g1>…</g1>`; `<` and `&` are escaped"),
    forms: PluralTexts.optional().describe("For a plural message: each form with a text; `text` is the form `other`"),
    state: TranslationState,
    origin: Origin.nullable(),
    qualityScore: z.number().int().nullable(),
    outdated: z.boolean(),
    revision: z.number().int().describe("Value for `If-Match`; 0 until the first change"),
    approvedRevision: z.number().int().nullable(),
    issues: z.array(QaIssue),
    openComments: z.number().int(),
    updatedBy: Actor.nullable(),
    updatedAt: Timestamp,
    reviewedBy: Actor.nullable(),
    reviewedAt: Timestamp.nullable(),
  })
  .meta({ id: "SegmentTranslation" });
export type SegmentTranslation = z.infer<typeof SegmentTranslation>;

export const Match = z
  .object({
    source: z.string(),
    sourceForms: PluralTexts.optional(),
    target: z.string(),
    forms: PluralTexts.optional().describe("For a plural message: all forms of the translation"),
    match: z.number().int().describe("Match percentage; 101 for the same text in the same context"),
    origin: z
      .enum(["memory", "repetition", "suggestion"])
      .describe("`suggestion`: imported for this segment with `mode=suggest`"),
    memoryName: z.string().nullable(),
    suggestedBy: Actor.nullable().describe("Who imported the suggestion"),
    reviewed: z.boolean(),
    updatedAt: Timestamp,
  })
  .meta({ id: "Match" });
export type Match = z.infer<typeof Match>;

export const Segment = z
  .object({
    id: z.string(),
    documentId: z.string(),
    position: z.number().int().describe("Position in the document, from 0"),
    key: z.string(),
    source: z.string(),
    sourceForms: PluralTexts.optional().describe(
      "For a plural message: its source forms; `source` is the form `other`",
    ),
    plural: z
      .object({
        rule: z.enum(PLURAL_RULES).describe("`gettext`: forms by index; others by CLDR category"),
        forms: z.array(
          z.object({
            name: z.string(),
            samples: z.array(z.number()).describe("Example numbers that use this form"),
            required: z.boolean().describe("False: only fractions or very large numbers use this form"),
          }),
        ),
      })
      .optional()
      .describe("For a plural message: the forms of the target language"),
    codes: z.array(InlineCode),
    previousSource: z.string().nullable(),
    wordCount: z.number().int(),
    charCount: z.number().int(),
    maxLength: z.number().int().nullable(),
    note: z.string().nullable().describe("Comment from the file"),
    labels: z.array(z.string()).describe("Labels from the file and labels added by managers"),
    flags: z
      .array(z.string())
      .describe("Checks to skip or to add: `ignore-<check>`, `max-length:20`, `placeholders:<RE2>`, `safe-html`"),
    description: z.string().nullable().describe("Where and how the text is used, written by managers"),
    screenshots: z.array(Screenshot).describe("Screenshots that show the text"),
    excluded: z.boolean(),
    nonLinguistic: z
      .boolean()
      .describe("True for a number, pattern or address: not machine-translated, and each language keeps its own"),
    repetitions: z.number().int().describe("Other segments of the project with the same source"),
    translation: SegmentTranslation,
    translations: z
      .record(z.string(), SegmentTranslation)
      .optional()
      .describe("With `languages`: translations by language"),
    matches: z.array(Match).optional().describe("Only with `include=matches`"),
  })
  .meta({ id: "Segment" });
export type Segment = z.infer<typeof Segment>;

export const Label = StorableText.trim()
  .min(1)
  .max(MAX_LABEL_LENGTH)
  .refine((label) => !label.includes(","), {
    params: { code: "format" },
    message: "A label takes no comma.",
  });

export const PatchSegmentBody = z
  .strictObject({
    labels: z
      .array(Label)
      .max(MAX_LABELS)
      .transform((labels) => [...new Set(labels)])
      .optional()
      .describe("All labels of the segment, including those from its file"),
    flags: z
      .array(StorableText.trim().min(1).max(MAX_FLAG_LENGTH))
      .max(MAX_FLAGS)
      .transform((flags) => [...new Set(flags.map(canonicalFlag))])
      .nullable()
      .optional()
      .describe(
        "Replaces the flags from the file: `ignore-<check>`, `max-length:20`, `placeholders:<RE2>`, `safe-html`. Null: restores those from the file",
      ),
    description: StorableText.max(5_000).nullable().optional().describe("Null or empty: no description"),
    maxLength: z
      .number()
      .int()
      .min(1)
      .max(100_000)
      .nullable()
      .optional()
      .describe("Maximum length of translations, in characters, instead of the file's. Null: restores the file's"),
    screenshots: SegmentScreenshots.optional().describe("Ids of all screenshots of the segment"),
  })
  .meta({ id: "PatchSegmentRequest" });

export const SegmentDetails = Segment.pick({
  id: true,
  documentId: true,
  position: true,
  key: true,
  source: true,
  maxLength: true,
  note: true,
  labels: true,
  flags: true,
  description: true,
  screenshots: true,
}).meta({ id: "SegmentDetails", description: "Details of a segment, the same for all languages." });
export type SegmentDetails = z.infer<typeof SegmentDetails>;

const flag = z.stringbool();
/** Severity of a translation's open findings; `none` if it has none. */
export const Findings = z.enum(["error", "warning", "none"]);
export const Check = StorableText.max(64);
/** Id of a person or key. */
export const ActorId = StorableText.max(64);

/** Filters of segments, in lists and for bulk actions. */
export const SegmentFilter = {
  documentId: commaSeparated(Id("doc")).optional().describe("One or more documents, comma-separated"),
  state: commaSeparated(TranslationState).optional().describe("One or more states, comma-separated"),
  origin: commaSeparated(OriginType).optional().describe("One or more origins, comma-separated"),
  edited: flag.optional(),
  outdated: flag.optional(),
  excluded: flag.optional().describe("Omitted by default"),
  qa: commaSeparated(Findings)
    .optional()
    .describe("Findings: `error`, `warning` or `none`; one or more, comma-separated"),
  check: commaSeparated(Check).optional().describe("Only segments with findings of these checks, comma-separated"),
  comments: z.literal("open").optional(),
  updatedSince: DateTimeInput.optional(),
  changedBy: ActorId.optional(),
  reviewedBy: ActorId.optional(),
  notReviewedBy: ActorId.optional(),
  repetition: flag.optional().describe("Whether the source is repeated in the project"),
  label: commaSeparated(Label).optional().describe("One or more labels, comma-separated"),
  failedJobId: Id("job").optional().describe("Only segments that failed in this job"),
  q: StorableText.min(1).max(200).optional().describe("Substring of source or translation"),
};

const Sort = z.enum(["position", "risk", "-updatedAt", "length"]).default("position");

export const SegmentsQuery = z
  .strictObject({
    ...InBranch,
    ...Paging,
    ...SegmentFilter,
    language: LanguageTag.optional().describe("Language of `translation` and of the filters; or use `languages`"),
    languages: commaSeparated(LanguageTag)
      .optional()
      .describe("Several languages side by side, comma-separated; the first is `language` by default"),
    sort: Sort,
    ids: StorableText.max(4_000)
      .transform((text) => text.split(","))
      .pipe(z.array(Id("seg")).max(100))
      .optional()
      .describe("Only these segments: up to 100 ids, comma-separated"),
    offset: decimalDigits(z.number().int().min(0).max(200_000))
      .optional()
      .describe("Number of segments to skip, instead of a cursor"),
    includeTotal: flag.default(false),
    include: commaSeparated(z.enum(["matches", "issues"]))
      .optional()
      .describe("`matches`: matches from memories and other segments of the project. Issues are always included"),
  })
  .superRefine(({ language, languages }, context) => {
    if (language === undefined && languages === undefined)
      context.addIssue({
        code: "custom",
        path: ["language"],
        params: { code: "required" },
        message: "Give language, or languages.",
      });
  }, RUN_ALWAYS);

export const SegmentList = z
  .object({ segments: z.array(Segment), nextCursor: NextCursor, total: z.number().int().optional() })
  .meta({ id: "SegmentList" });

export const SegmentIdsQuery = z.strictObject({ ...InBranch, ...SegmentFilter, language: LanguageTag, sort: Sort });

/** Maximum ids per list. */
export const MAX_IDS = 200_000;

export const SegmentIds = z
  .object({
    ids: z.array(z.string()),
    truncated: z.boolean().describe(`More than ${MAX_IDS.toLocaleString("en")} segments match`),
  })
  .meta({ id: "SegmentIds" });

export const SegmentCountsQuery = z.strictObject({ ...InBranch, ...SegmentFilter, language: LanguageTag });

export const SegmentCounts = z
  .object({
    segments: z.object({
      untranslated: z.number().int(),
      draft: z.number().int(),
      needsWork: z.number().int(),
      translated: z.number().int(),
      reviewed: z.number().int(),
    }),
    qa: z.object({ errors: z.number().int(), warnings: z.number().int() }).describe("Segments with open findings"),
    openIssues: z.number().int().describe("Segments with open issues"),
    outdatedSegments: z.number().int().describe("Segments whose source changed after confirmation"),
  })
  .meta({ id: "SegmentCounts" });
export type SegmentCounts = z.infer<typeof SegmentCounts>;

export const LanguageQuery = z.strictObject({ language: LanguageTag });

export const PatchTranslationBody = z
  .strictObject({
    text: StorableText.max(MAX_TEXT_LENGTH).nullable().optional().describe("Null or empty clears the translation"),
    forms: z
      .record(StorableText.max(64), StorableText.max(MAX_TEXT_LENGTH).nullable())
      .optional()
      .describe("For a plural message, instead of `text`: the forms to change. Null or empty clears the translation"),
    state: z
      .enum(["draft", "translated", "reviewed", "needs_work"])
      .optional()
      .describe("`translated` confirms, `reviewed` approves, `needs_work` rejects"),
    origin: z
      .strictObject({
        type: z.enum(["tm", "mt", "repetition"]),
        match: z.number().int().min(0).max(101).optional(),
        engine: StorableText.max(64).optional(),
        memoryName: StorableText.max(200).optional(),
      })
      .optional()
      .describe("Where the text comes from, if a suggestion was accepted unchanged"),
    comment: StorableText.trim().min(1).max(5_000).optional().describe("Reason for the rejection"),
    editMs: z.number().int().min(0).max(86_400_000).optional().describe("Active editing time in milliseconds"),
    propagate: z.boolean().optional().describe("Whether approving or confirming fills unedited repetitions"),
    force: z.boolean().default(false).describe("Managers only: confirms despite errors"),
  })
  .meta({ id: "PatchTranslationRequest", not: { required: ["text", "forms"] } });

export const EditedTranslation = z
  .object({
    ...SegmentTranslation.shape,
    propagated: z.array(z.string()).describe("Repetitions that received the text"),
  })
  .meta({ id: "EditedTranslation" });

const TranslationRevision = z
  .object({
    revision: z.number().int(),
    text: z.string().nullable(),
    forms: PluralTexts.optional(),
    state: TranslationState,
    origin: Origin.nullable(),
    by: z.object({ type: z.enum(ACTOR_TYPES), id: z.string().nullable(), name: z.string().nullable() }),
    editMs: z.number().int().nullable(),
    batchId: z.string().nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: "TranslationRevision" });

export const RevisionList = z
  .object({ revisions: z.array(TranslationRevision), nextCursor: NextCursor })
  .meta({ id: "RevisionList" });

export const RevertBody = z.strictObject({ revision: z.number().int().min(1) }).meta({ id: "RevertRequest" });

export const QaIssuesQuery = z.strictObject({
  ...InBranch,
  ...Paging,
  language: commaSeparated(LanguageTag).optional().describe("One or more languages, comma-separated"),
  severity: commaSeparated(Severity).optional().describe("One or more severities, comma-separated"),
  check: commaSeparated(Check).optional().describe("One or more checks, comma-separated"),
  status: commaSeparated(z.enum(["open", "ignored"]))
    .prefault("open")
    .describe("`open`, `ignored`, or both, comma-separated"),
  misreadings: flag.optional().describe("`true`: includes the single findings of misreadings"),
});

export const ProjectQaIssue = z
  .object({ ...QaIssue.shape, segmentId: z.string(), language: z.string(), ignoreReason: z.string().nullable() })
  .meta({ id: "ProjectQaIssue" });

export const QaIssueList = z
  .object({
    issues: z.array(ProjectQaIssue),
    misreadings: z
      .array(
        z.object({
          check: z.string(),
          documentId: z.string(),
          language: z.string(),
          findings: z.number().int().describe("Finished human translations that the check reports"),
          translations: z.number().int().describe("All finished human translations in the file"),
        }),
      )
      .describe(
        "Checks that probably misread a file, because they report more than 20 % of at least 20 finished human translations in it. `issues` contains their single findings only with `misreadings=true`",
      ),
    nextCursor: NextCursor,
  })
  .meta({ id: "QaIssueList" });

export const IgnoreBody = z
  .strictObject({ reason: StorableText.trim().min(1).max(1_000).optional().describe("Required to ignore errors") })
  .meta({ id: "IgnoreRequest" });

export const Matches = z
  .object({
    matches: z.array(Match),
    terms: z.array(
      z.object({
        source: z.string(),
        doNotTranslate: z.boolean(),
        caseSensitive: z.boolean(),
        targets: z.array(z.object({ text: z.string(), usage: z.enum(TERM_USAGES) })),
      }),
    ),
  })
  .meta({ id: "Matches" });

export const Suggestion = z
  .object({
    text: z.string(),
    forms: PluralTexts.optional().describe("For a plural message: each form that the engine could translate"),
    engine: z.string(),
    qualityScore: z.number().int().nullable(),
  })
  .meta({ id: "Suggestion" });
