import { z } from "zod";
import { DateTimeInput, KeptText, LanguageTag, NextCursor, Paging, Timestamp } from "./common";

export const ProjectStatus = z.enum(["draft", "in_progress", "in_review", "completed", "cancelled", "archived"]);
export const Workflow = z.enum(["mt_review", "mt_translate_review", "mt_only", "human"]);

export const CreateProjectBody = z
  .strictObject({
    name: KeptText.trim()
      .min(1)
      .refine((name) => [...name].length <= 200, {
        params: { code: "range" },
        message: "The field name must have at most 200 characters.",
      }),
    sourceLanguage: LanguageTag,
    targetLanguages: z.array(LanguageTag).min(1).max(50),
    externalId: KeptText.min(1).max(255).optional().describe("The caller's own key, unique in the account"),
    dueAt: DateTimeInput.nullable().optional(),
    workflow: Workflow.default("mt_review"),
    metadata: z
      .record(KeptText.min(1).max(64), z.union([KeptText.max(500), z.number(), z.boolean(), z.null()]))
      .refine((value) => Object.keys(value).length <= 50, {
        params: { code: "range" },
        message: "The field metadata takes at most 50 entries.",
      })
      .default({}),
  })
  .meta({ id: "CreateProjectRequest" });

const counts = z.object({
  total: z.number().int(),
  untranslated: z.number().int(),
  draft: z.number().int(),
  needsWork: z.number().int(),
  translated: z.number().int(),
  reviewed: z.number().int(),
});

export const Progress = z
  .object({
    segments: counts,
    words: counts,
    draftedPercent: z.number().nullable().describe("Of the words, anything with text; null while there are none"),
    translatedPercent: z.number().nullable(),
    reviewedPercent: z.number().nullable(),
  })
  .meta({ id: "Progress" });
export type Progress = z.infer<typeof Progress>;

export const Project = z
  .object({
    id: z.string(),
    externalId: z.string().nullable(),
    name: z.string(),
    sourceLanguage: z.string(),
    targetLanguages: z.array(z.string()),
    workflow: Workflow,
    status: ProjectStatus,
    statusChangedAt: Timestamp,
    dueAt: Timestamp.nullable(),
    activity: z.enum(["importing", "translating", "checking", "exporting"]).nullable(),
    health: z.object({ level: z.enum(["ok", "attention", "blocked"]), reasons: z.array(z.string()) }),
    blockers: z.array(
      z.object({
        code: z.string(),
        language: z.string().nullable(),
        count: z.number().int(),
        filter: z.string().nullable(),
      }),
    ),
    allowedTransitions: z.array(ProjectStatus),
    documentCount: z.number().int(),
    progress: Progress,
    languages: z.array(
      z.object({
        language: z.string(),
        status: z.enum(["pending", "translating", "in_review", "completed"]),
        progress: Progress,
      }),
    ),
    metadata: z.record(z.string(), z.unknown()),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "Project" });
export type Project = z.infer<typeof Project>;

export const ProjectsQuery = z.strictObject({
  ...Paging,
  status: ProjectStatus.optional(),
  sourceLanguage: LanguageTag.optional(),
  targetLanguage: LanguageTag.optional(),
  q: KeptText.min(1).max(200).optional().describe("Part of the name"),
  externalId: KeptText.min(1).max(255).optional(),
  updatedSince: DateTimeInput.optional(),
  sort: z.enum(["-createdAt", "-updatedAt", "name", "dueAt"]).default("-createdAt"),
});

export const ProjectList = z.object({ projects: z.array(Project), nextCursor: NextCursor }).meta({ id: "ProjectList" });
