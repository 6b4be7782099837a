import { z } from "zod";
import { CHECK_SETTINGS } from "@/lib/vocabulary/severities";
import { LANGUAGE_STATUSES, PROJECT_STATUSES } from "@/lib/vocabulary/states";
import { WORKFLOWS } from "@/lib/vocabulary/workflows";
import { DateTimeInput, KeptText, KnownLanguage, NextCursor, Paging, Timestamp, words } from "./common";

const ProjectStatus = z.enum(PROJECT_STATUSES);
const Workflow = z.enum(WORKFLOWS);

const HealthLevel = z.enum(["ok", "attention", "blocked"]);

const LanguageStatus = z.enum(LANGUAGE_STATUSES);

const Name = KeptText.trim()
  .min(1)
  .refine((name) => [...name].length <= 200, {
    params: { code: "range", maximum: 200, unit: "characters" },
    message: "The field name must have at most 200 characters.",
  });
const Description = KeptText.max(5_000);
const ExternalId = KeptText.min(1).max(255).describe("The caller's own key, unique in the account");
const Metadata = z
  .record(KeptText.min(1).max(64), z.union([KeptText.max(500), z.number(), z.boolean(), z.null()]))
  .refine((value) => Object.keys(value).length <= 50, {
    params: { code: "range", maximum: 50, unit: "items" },
    message: "The field metadata takes at most 50 entries.",
  });

const Key = KeptText.min(1).max(64);
const CheckSeverity = z.enum(CHECK_SETTINGS);
const Severities = z.record(Key, CheckSeverity);

export const ProjectSettings = z
  .object({
    autoStart: z.boolean().describe("Documents that arrive start the project and get their machine drafts"),
    propagateRepetitions: z.boolean().describe("An approved text fills the other unreviewed occurrences of its source"),
    autoReview: z.enum(["never", "context_match"]).describe("Whether a context match of the memory counts as reviewed"),
    protectReviewed: z.boolean().describe("Only reviewers change what is reviewed"),
    twoPersonReview: z.boolean().describe("Nobody approves a text that they were the last to edit"),
    qaSeverities: Severities.describe("Severity of a check where it differs from the default"),
    qaSeveritiesByLanguage: z.record(Key, Severities),
  })
  .meta({ id: "ProjectSettings" });
export type ProjectSettings = z.infer<typeof ProjectSettings>;

/** What a project does that says nothing else. */
const DEFAULT_SETTINGS: ProjectSettings = {
  autoStart: true,
  propagateRepetitions: true,
  autoReview: "never",
  protectReviewed: true,
  twoPersonReview: false,
  qaSeverities: {},
  qaSeveritiesByLanguage: {},
};

/** What holds for a project: what was set for it, and the default for the rest. */
export function settingsOf({ settings }: { readonly settings: Partial<ProjectSettings> }): ProjectSettings {
  return { ...DEFAULT_SETTINGS, ...settings };
}

const GivenSettings = z.strictObject(ProjectSettings.partial().shape);

const SeveritiesPatch = z.record(Key, CheckSeverity.nullable()).nullable();
const SettingsPatch = z
  .strictObject({
    autoStart: z.boolean().nullable(),
    propagateRepetitions: z.boolean().nullable(),
    autoReview: ProjectSettings.shape.autoReview.nullable(),
    protectReviewed: z.boolean().nullable(),
    twoPersonReview: z.boolean().nullable(),
    qaSeverities: SeveritiesPatch,
    qaSeveritiesByLanguage: z.record(Key, SeveritiesPatch).nullable(),
  } satisfies Record<keyof ProjectSettings, z.ZodType>)
  .partial();

/** Target languages that a project takes. */
export const MOST_LANGUAGES = 50;

export const CreateProjectBody = z
  .strictObject({
    name: Name,
    description: Description.optional(),
    sourceLanguage: KnownLanguage,
    targetLanguages: z.array(KnownLanguage).min(1).max(MOST_LANGUAGES),
    externalId: ExternalId.nullable().optional(),
    dueAt: DateTimeInput.nullable().optional(),
    workflow: Workflow.default("mt_review"),
    settings: GivenSettings.optional(),
    metadata: Metadata.default({}),
  })
  .meta({ id: "CreateProjectRequest" });

export const PatchProjectBody = z
  .strictObject({
    name: Name.optional(),
    description: Description.optional(),
    externalId: ExternalId.nullable().optional(),
    dueAt: DateTimeInput.nullable().optional(),
    workflow: Workflow.optional(),
    settings: SettingsPatch.optional().describe("A merge patch: what is null is as in a new project again"),
    metadata: Metadata.optional().describe("A merge patch: entries that are null are removed"),
  })
  .meta({ id: "PatchProjectRequest" });

export const TransitionBody = z
  .strictObject({
    to: z.enum(["in_progress", "completed", "cancelled", "archived"]),
    reason: KeptText.trim().min(1).max(1_000).optional().describe("Needed to force a completion"),
    force: z.boolean().default(false).describe("Declares a project completed that is not"),
  })
  .meta({ id: "TransitionRequest" });

export const AddLanguageBody = z
  .strictObject({
    language: KnownLanguage,
    translatorId: KeptText.max(64).nullable().optional(),
    reviewerId: KeptText.max(64).nullable().optional(),
    dueAt: DateTimeInput.nullable().optional(),
  })
  .meta({ id: "AddLanguageRequest" });

export const PatchLanguageBody = z
  .strictObject({
    translatorId: KeptText.max(64).nullable().optional(),
    reviewerId: KeptText.max(64).nullable().optional(),
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
  excluded: z.number().int().describe("Not to be translated, and not in the total"),
});

export const Progress = z
  .object({
    segments: counts,
    words: counts,
    draftedPercent: z.number().nullable().describe("Of the words, anything with text; null while there are none"),
    translatedPercent: z.number().nullable(),
    reviewedPercent: z.number().nullable(),
    machineWords: z.number().int().describe("Words whose text is a machine's, unedited, in any state"),
    outdatedSegments: z.number().int().describe("Segments whose source changed since they were confirmed"),
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
    skipped: z.array(Blocker).optional().describe("Of a completion by force: what had stood between it and now"),
  })
  .meta({ id: "ChangedProject" });
export type ChangedProject = z.infer<typeof ChangedProject>;

export const ProjectsQuery = z.strictObject({
  ...Paging,
  status: words(ProjectStatus).optional().describe("One state or several, with commas"),
  sourceLanguage: words(KnownLanguage).optional().describe("One language or several, with commas"),
  targetLanguage: words(KnownLanguage)
    .optional()
    .describe("Projects into this language, or into one of several, with commas"),
  q: KeptText.min(1).max(200).optional().describe("Part of the name"),
  externalId: KeptText.min(1).max(255).optional(),
  updatedSince: DateTimeInput.optional(),
  dueBefore: DateTimeInput.optional(),
  assigneeId: KeptText.max(64)
    .optional()
    .describe("Translator or reviewer of a language; `me` for the signed-in person"),
  health: words(HealthLevel).optional().describe("One level or several, with commas"),
  machineDrafts: z
    .stringbool()
    .default(false)
    .describe("Only projects in which machine drafts wait that nobody has edited or confirmed"),
  includeArchived: z
    .stringbool()
    .default(false)
    .describe("Archived projects are left out otherwise, unless status names them"),
  deleted: z.stringbool().default(false).describe("Only deleted projects, which can be restored for 30 days"),
  sort: z
    .enum(["-createdAt", "-updatedAt", "name", "dueAt", "progress"])
    .default("-createdAt")
    .describe("`progress`: the least translated first"),
  includeTotal: z.stringbool().default(false).describe("Counts all projects that match"),
  include: words(z.enum(["languages", "progress"]))
    .optional()
    .describe("Both are in every answer, asked for or not"),
});

export const ProjectList = z
  .object({ projects: z.array(Project), nextCursor: NextCursor, total: z.number().int().optional() })
  .meta({ id: "ProjectList" });

export const ProgressQuery = z.strictObject({ by: z.enum(["language", "document", "matrix"]).default("language") });

export const ProgressList = z
  .object({
    progress: z.array(
      z.object({ language: z.string().nullable(), documentId: z.string().nullable(), progress: Progress }),
    ),
  })
  .meta({ id: "ProgressList" });
