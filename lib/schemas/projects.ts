import { z } from "zod";
import { WORKFLOWS } from "@/lib/vocabulary/projects";
import {
  CHECK_SETTINGS,
  CUSTOM_CHECK_ID,
  LANGUAGE_STATUSES,
  MAX_CUSTOM_CHECKS,
  PROJECT_STATUSES,
  SEVERITIES,
} from "@/lib/vocabulary/segments";
import { PROJECT_FORMALITIES } from "@/lib/vocabulary/texts";
import { InBranch } from "./branch-name";
import {
  commaSeparated,
  DateTimeInput,
  FileNames,
  KnownLanguage,
  NextCursor,
  Paging,
  SpelledLanguage,
  StorableText,
  Timestamp,
} from "./common";
import { MAX_INSTRUCTIONS, ProtectPatterns } from "./translation-options";

const ProjectStatus = z.enum(PROJECT_STATUSES);
const Workflow = z.enum(WORKFLOWS);

const HealthLevel = z.enum(["ok", "attention", "blocked"]);

const LanguageStatus = z.enum(LANGUAGE_STATUSES);

const Name = StorableText.trim()
  .min(1)
  .refine((name) => [...name].length <= 200, {
    params: { code: "range", maximum: 200, unit: "characters" },
    message: "The field name must have at most 200 characters.",
  });
const Description = StorableText.max(5_000);
const ExternalId = StorableText.min(1).max(255).describe("Your own identifier, unique in the account");
const Metadata = z
  .record(StorableText.min(1).max(64), z.union([StorableText.max(500), z.number(), z.boolean(), z.null()]))
  .refine((value) => Object.keys(value).length <= 50, {
    params: { code: "range", maximum: 50, unit: "items" },
    message: "The field metadata takes at most 50 entries.",
  });

const Key = StorableText.min(1).max(64);
const CheckSeverity = z.enum(CHECK_SETTINGS);
const Severities = z.record(Key, CheckSeverity);

const Pattern = StorableText.min(1).max(500);
const CustomCheck = z
  .strictObject({
    id: z.string().regex(CUSTOM_CHECK_ID).describe("Findings of the check are reported as `custom.{id}`"),
    source: Pattern.optional().describe("Pattern of the source; segments whose source does not match are not checked"),
    target: Pattern.describe("Pattern in the translation"),
    finding: z
      .enum(["match", "no_match"])
      .default("match")
      .describe("Whether each match is reported, or the absence of a match"),
    caseSensitive: z.boolean().default(true),
    message: StorableText.trim().min(1).max(300).describe("What is wrong and what to write instead"),
    severity: z.enum(SEVERITIES).default("warning"),
    languages: z.array(Key).min(1).max(50).optional().describe("Target languages; all if omitted"),
  })
  .meta({ id: "CustomCheck" });
const CustomChecks = z
  .array(CustomCheck)
  .max(MAX_CUSTOM_CHECKS)
  .refine((checks) => new Set(checks.map(({ id }) => id)).size === checks.length, {
    params: { code: "duplicate" },
    message: "Give each check another id.",
  });

/** The code of a language in paths and headers of a project's files. */
const LanguageCode = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9][A-Za-z0-9@+._-]*$/);
const LanguageCodes = z.record(Key, LanguageCode);

const LanguageName = z
  .string()
  .max(35)
  .regex(/^[A-Za-z0-9_-]+$/);
const LANGUAGE_NAMES =
  'Language codes used in paths and headers: `{"zh-Hans": "zh-CN"}`. Letters, digits, `_` and `-`. Same as `settings.languageCodes`';

export const ProjectSettings = z
  .object({
    autoStart: z.boolean().describe("Whether new documents start the project and are pretranslated"),
    propagateRepetitions: z.boolean().describe("Approving a text fills unreviewed repetitions of its source"),
    propagateConfirmed: z
      .boolean()
      .describe("Confirming a text inserts it as a draft into repetitions of its source that no one has edited"),
    memoryThreshold: z
      .int()
      .min(75)
      .max(100)
      .describe("Minimum memory match, in percent, that is used as a draft instead of an engine's translation"),
    autoReview: z.enum(["never", "context_match"]).describe("Whether a context match of the memory counts as reviewed"),
    protectReviewed: z.boolean().describe("Only reviewers can change reviewed texts"),
    twoPersonReview: z.boolean().describe("The last editor of a text cannot approve it"),
    qaSeverities: Severities.describe("Severities that differ from the default"),
    qaSeveritiesByLanguage: z.record(Key, Severities),
    customChecks: CustomChecks.describe(
      "Regular expressions in RE2's syntax (no look-around, no back references). They apply to texts of up to 20,000 characters, without tags and with placeholders as in the file",
    ),
    sourceChanges: z
      .enum(["needs_work", "keep"])
      .describe(
        "What happens to confirmed translations when words of the source change: they need work, or keep their state. They become outdated in both cases. Changes of only punctuation, case and spacing always keep the state",
      ),
    fileNames: FileNames,
    languageCodes: LanguageCodes.describe(
      "Language codes used in file names and headers, such as `zh-Hans`: `zh-CN`. Codes found when importing translations are added",
    ),
    removedKeys: z
      .enum(["remove", "keep"])
      .describe("What happens to strings of an imported target file that the source no longer has"),
    lastTranslator: StorableText.max(200).describe(
      "Name and address for `Last-Translator` in PO files. Empty: unchanged",
    ),
    formality: z
      .enum(PROJECT_FORMALITIES)
      .describe("Form of address in machine translations, for engines that support it"),
    instructions: StorableText.max(MAX_INSTRUCTIONS).describe(
      "Instructions for chat engines, which also read the project's name and description",
    ),
    fuzzyDrafts: z.boolean().describe("Marks machine translations in PO files as fuzzy, which `msgfmt` omits"),
  })
  .meta({ id: "ProjectSettings" });
export type ProjectSettings = z.infer<typeof ProjectSettings>;

/** Default project settings. */
const DEFAULT_SETTINGS: ProjectSettings = {
  autoStart: true,
  propagateRepetitions: true,
  propagateConfirmed: false,
  memoryThreshold: 100,
  autoReview: "never",
  protectReviewed: true,
  twoPersonReview: false,
  qaSeverities: {},
  qaSeveritiesByLanguage: {},
  customChecks: [],
  sourceChanges: "needs_work",
  fileNames: "{language}/{path}",
  languageCodes: {},
  removedKeys: "remove",
  lastTranslator: "",
  formality: "default",
  instructions: "",
  fuzzyDrafts: false,
};

/** A project's effective settings: those it has set, and defaults for the others. */
export function settingsOf({ settings }: { readonly settings: Partial<ProjectSettings> }): ProjectSettings {
  return { ...DEFAULT_SETTINGS, ...settings };
}

const GivenSettings = z.strictObject(ProjectSettings.partial().shape);

const SeveritiesPatch = z.record(Key, CheckSeverity.nullable()).nullable();
const SettingsPatch = z
  .strictObject({
    autoStart: z.boolean().nullable(),
    propagateRepetitions: z.boolean().nullable(),
    propagateConfirmed: z.boolean().nullable(),
    memoryThreshold: ProjectSettings.shape.memoryThreshold.nullable(),
    autoReview: ProjectSettings.shape.autoReview.nullable(),
    protectReviewed: z.boolean().nullable(),
    twoPersonReview: z.boolean().nullable(),
    qaSeverities: SeveritiesPatch,
    qaSeveritiesByLanguage: z.record(Key, SeveritiesPatch).nullable(),
    customChecks: CustomChecks.nullable(),
    sourceChanges: ProjectSettings.shape.sourceChanges.nullable(),
    fileNames: ProjectSettings.shape.fileNames.nullable(),
    languageCodes: z.record(Key, LanguageCode.nullable()).nullable(),
    removedKeys: ProjectSettings.shape.removedKeys.nullable(),
    lastTranslator: ProjectSettings.shape.lastTranslator.nullable(),
    formality: ProjectSettings.shape.formality.nullable(),
    instructions: ProjectSettings.shape.instructions.nullable(),
    fuzzyDrafts: z.boolean().nullable(),
  } satisfies Record<keyof ProjectSettings, z.ZodType>)
  .partial();

/** Maximum target languages of a project. */
export const MAX_LANGUAGES = 50;

export const CreateProjectBody = z
  .strictObject({
    name: Name,
    description: Description.optional(),
    sourceLanguage: KnownLanguage,
    targetLanguages: z.array(SpelledLanguage).min(1).max(MAX_LANGUAGES),
    languageNames: z
      .record(KnownLanguage, LanguageName)
      .optional()
      .describe(`${LANGUAGE_NAMES}. Default: the codes as sent in \`targetLanguages\``),
    externalId: ExternalId.nullable().optional(),
    dueAt: DateTimeInput.nullable().optional(),
    workflow: Workflow.default("mt_review"),
    settings: GivenSettings.optional(),
    protect: ProtectPatterns.optional(),
    metadata: Metadata.default({}),
  })
  .meta({ id: "CreateProjectRequest" });

export const SampleProject = z.object({ projectId: z.string() });

export const PatchProjectBody = z
  .strictObject({
    name: Name.optional(),
    description: Description.optional(),
    externalId: ExternalId.nullable().optional(),
    dueAt: DateTimeInput.nullable().optional(),
    workflow: Workflow.optional(),
    languageNames: z
      .record(KnownLanguage, LanguageName.nullable())
      .nullable()
      .optional()
      .describe(`${LANGUAGE_NAMES}. Merge patch: null removes a name`),
    settings: SettingsPatch.optional().describe("Merge patch: null restores the default"),
    protect: ProtectPatterns.optional(),
    metadata: Metadata.optional().describe("Merge patch: null removes an entry"),
  })
  .meta({ id: "PatchProjectRequest" });

export const TransitionBody = z
  .strictObject({
    to: z.enum(["in_progress", "completed", "cancelled", "archived"]),
    reason: StorableText.trim().min(1).max(1_000).optional().describe("Required to force completion"),
    force: z.boolean().default(false).describe("Marks an unfinished project as completed"),
  })
  .meta({ id: "TransitionRequest" });

export const AddLanguageBody = z
  .strictObject({
    language: KnownLanguage,
    translatorId: StorableText.max(64).nullable().optional(),
    reviewerId: StorableText.max(64).nullable().optional(),
    dueAt: DateTimeInput.nullable().optional(),
  })
  .meta({ id: "AddLanguageRequest" });

export const PatchLanguageBody = z
  .strictObject({
    translatorId: StorableText.max(64).nullable().optional(),
    reviewerId: StorableText.max(64).nullable().optional(),
    dueAt: DateTimeInput.nullable().optional(),
  })
  .meta({ id: "PatchLanguageRequest" });

const counts = z.object({
  total: z.number().int(),
  untranslated: z.number().int(),
  draft: z.number().int(),
  needsWork: z.number().int(),
  translated: z.number().int(),
  reviewed: z.number().int(),
  excluded: z.number().int().describe("Excluded segments, which the total does not include"),
});

export const Progress = z
  .object({
    segments: counts,
    words: counts,
    draftedPercent: z.number().nullable().describe("Share of words with a translation; null without words"),
    translatedPercent: z.number().nullable(),
    reviewedPercent: z.number().nullable(),
    machineWords: z.number().int().describe("Words with unedited machine translation, in any state"),
    outdatedSegments: z.number().int().describe("Segments whose source changed after confirmation"),
    qa: z.object({ errors: z.number().int(), warnings: z.number().int() }).describe("Segments with open findings"),
    openIssues: z.number().int().describe("Segments with open issues"),
  })
  .meta({ id: "Progress" });
export type Progress = z.infer<typeof Progress>;

const Assignee = z.object({ id: z.string(), name: z.string() });

export const ProjectLanguage = z
  .object({
    language: z.string(),
    status: LanguageStatus,
    translator: Assignee.nullable(),
    reviewer: Assignee.nullable(),
    dueAt: Timestamp.nullable(),
    completedAt: Timestamp.nullable(),
    progress: Progress,
  })
  .meta({ id: "ProjectLanguage" });
export type ProjectLanguage = z.infer<typeof ProjectLanguage>;

export const ProjectLanguageList = z
  .object({ languages: z.array(ProjectLanguage) })
  .meta({ id: "ProjectLanguageList" });

const Blocker = z.object({
  code: z.string(),
  language: z.string().nullable(),
  count: z.number().int(),
  filter: z.string().nullable(),
});

export const Project = z
  .object({
    id: z.string(),
    externalId: z.string().nullable(),
    name: z.string(),
    description: z.string(),
    sourceLanguage: z.string(),
    targetLanguages: z.array(z.string()),
    languageNames: LanguageCodes.describe(
      'Language codes used in paths and headers, if they differ from the tags: `{"zh-Hans": "zh-CN"}`. Set at creation and from imported files',
    ),
    workflow: Workflow,
    status: ProjectStatus,
    statusChangedAt: Timestamp,
    dueAt: Timestamp.nullable(),
    activity: z.enum(["importing", "translating", "checking", "exporting"]).nullable(),
    health: z.object({ level: HealthLevel, reasons: z.array(z.string()) }),
    blockers: z.array(Blocker),
    allowedTransitions: z.array(ProjectStatus),
    documentCount: z.number().int(),
    progress: Progress,
    languages: z.array(ProjectLanguage),
    settings: ProjectSettings,
    protect: ProtectPatterns,
    startedAt: Timestamp.nullable(),
    completedAt: Timestamp.nullable(),
    metadata: z.record(z.string(), z.unknown()),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "Project" });
export type Project = z.infer<typeof Project>;

export const ChangedProject = z
  .object({
    ...Project.shape,
    skipped: z.array(Blocker).optional().describe("For a forced completion: the blockers at that time"),
  })
  .meta({ id: "ChangedProject" });
export type ChangedProject = z.infer<typeof ChangedProject>;

export const ProjectsQuery = z.strictObject({
  ...Paging,
  status: commaSeparated(ProjectStatus).optional().describe("One or more states, comma-separated"),
  sourceLanguage: commaSeparated(KnownLanguage).optional().describe("One or more languages, comma-separated"),
  targetLanguage: commaSeparated(KnownLanguage)
    .optional()
    .describe("Target language of the project; one or more, comma-separated"),
  q: StorableText.min(1).max(200).optional().describe("Substring of the name"),
  externalId: StorableText.min(1).max(255).optional(),
  updatedSince: DateTimeInput.optional(),
  dueBefore: DateTimeInput.optional(),
  assigneeId: StorableText.max(64).optional().describe("Id of a translator or reviewer; `me` for the signed-in user"),
  health: commaSeparated(HealthLevel).optional().describe("One or more levels, comma-separated"),
  machineDrafts: z
    .stringbool()
    .default(false)
    .describe("Only projects with machine drafts that no one has edited or confirmed"),
  includeArchived: z
    .stringbool()
    .default(false)
    .describe("Includes archived projects; default: only if `status` names them"),
  deleted: z.stringbool().default(false).describe("Only deleted projects; they can be restored for 30 days"),
  sort: z
    .enum(["-createdAt", "-updatedAt", "name", "dueAt", "progress"])
    .default("-createdAt")
    .describe("`progress`: least translated first"),
  includeTotal: z.stringbool().default(false).describe("Adds the number of matching projects"),
  include: commaSeparated(z.enum(["languages", "progress"]))
    .optional()
    .describe("Has no effect: both values are always included"),
});

export const ProjectList = z
  .object({ projects: z.array(Project), nextCursor: NextCursor, total: z.number().int().optional() })
  .meta({ id: "ProjectList" });

export const ProgressQuery = z.strictObject({
  ...InBranch,
  by: z.enum(["language", "document", "matrix"]).default("language"),
});

export const ProgressList = z
  .object({
    progress: z.array(
      z.object({ language: z.string().nullable(), documentId: z.string().nullable(), progress: Progress }),
    ),
  })
  .meta({ id: "ProgressList" });
