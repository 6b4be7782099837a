import { z } from "zod";
import { IMPORT_OUTCOMES, JOB_STATUSES } from "@/lib/vocabulary/projects";
import { InBranch } from "./branch-name";
import { commaSeparated, FailureRecord, Id, NextCursor, Paging, StorableText, Timestamp } from "./common";
import { InlineCode, PluralTexts } from "./segments";

const JobStatus = z.enum(JOB_STATUSES);

export const Job = z
  .object({
    id: z.string(),
    type: z.string(),
    status: JobStatus,
    projectId: z.string().nullable(),
    language: z.string().nullable().describe("Target language, if the job has one"),
    document: z
      .object({ id: z.string(), path: z.string() })
      .nullable()
      .describe("The document, if the job is about a single one"),
    progress: z.object({ total: z.number().int(), done: z.number().int(), failed: z.number().int() }),
    result: z.record(z.string(), z.unknown()).nullable().describe("Result, depending on the type"),
    error: FailureRecord.nullable().describe("Why the whole job failed"),
    errors: z.array(z.object({ code: z.string(), count: z.number().int() })).describe("Failed items by reason"),
    createdAt: Timestamp,
    startedAt: Timestamp.nullable(),
    finishedAt: Timestamp.nullable(),
    links: z.object({
      self: z.string(),
      errors: z.string(),
      project: z.string().nullable(),
      segments: z.string().nullable().describe("Failed segments"),
    }),
  })
  .meta({ id: "Job" });
export type Job = z.infer<typeof Job>;

export const JobsQuery = z.strictObject({
  ...InBranch,
  ...Paging,
  type: commaSeparated(StorableText.min(1).max(64)).optional().describe("One or more types, comma-separated"),
  status: commaSeparated(JobStatus).optional().describe("One or more statuses, comma-separated"),
});

export const JobList = z.object({ jobs: z.array(Job), nextCursor: NextCursor }).meta({ id: "JobList" });

export const JobErrorsQuery = z.strictObject({
  ...Paging,
  code: commaSeparated(StorableText.min(1).max(64)).optional().describe("One or more codes, comma-separated"),
});

export const JobReceiptQuery = z.strictObject({
  ...Paging,
  outcome: commaSeparated(z.enum(IMPORT_OUTCOMES)).optional().describe("One or more outcomes, comma-separated"),
});

export const JobReceipt = z
  .object({
    values: z.array(
      z.object({
        path: z.string().optional().describe("Path of the file, if several were imported"),
        key: z.string(),
        outcome: z.enum(IMPORT_OUTCOMES),
        reason: z.string(),
        line: z.number().int().nullable().describe("Line of the file, from 1"),
      }),
    ),
    nextCursor: NextCursor,
  })
  .meta({ id: "JobReceipt" });

const ConflictText = z.object({ text: z.string().nullable(), forms: PluralTexts.optional() });

export const ConflictsQuery = z.strictObject(Paging);

export const ImportConflicts = z
  .object({
    language: z.string(),
    conflicts: z.array(
      z.object({
        segmentId: z.string(),
        revision: z.number().int().describe("Revision of the current text"),
        key: z.string(),
        line: z.number().int().nullable().describe("Line of the file, from 1"),
        source: z.string(),
        codes: z.array(InlineCode),
        here: ConflictText,
        file: ConflictText,
        base: ConflictText.nullable().describe("Text in the previously imported file"),
      }),
    ),
    nextCursor: NextCursor,
  })
  .meta({ id: "ImportConflicts" });

export const ResolveConflictsBody = z
  .strictObject({
    take: z.enum(["file", "here"]).describe("Which texts are used: those from the file or the current ones"),
    conflicts: z
      .array(z.strictObject({ segmentId: Id("seg"), revision: z.number().int().min(0).describe("As it was read") }))
      .min(1)
      .max(1_000),
  })
  .meta({ id: "ResolveConflictsRequest" });

export const ResolvedConflicts = z
  .object({ left: z.number().int().describe("Texts of the file that are still in conflict") })
  .meta({ id: "ResolvedConflicts" });

export const JobErrorList = z
  .object({
    errors: z.array(
      z.object({
        segmentId: z.string().nullable(),
        language: z.string().nullable(),
        code: z.string(),
        message: z.string(),
      }),
    ),
    nextCursor: NextCursor,
  })
  .meta({ id: "JobErrorList" });
