import { createHash } from "node:crypto";
import { and, asc, eq, inArray, isNull, max, sql } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "@/db/client";
import { comments, documents, progressCounters, projectExports } from "@/db/schema";
import { AppError } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import type { Caller } from "@/lib/identity/auth/caller";
import { asCaller, changeProject } from "@/lib/projects/change/change-project";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import { requireDocuments } from "@/lib/projects/documents/require-documents";
import { requireProjectLanguages } from "@/lib/projects/languages/require-language";
import type { ProjectRow } from "@/lib/projects/require-project";
import { defaultMinState, type TargetOptions } from "@/lib/projects/targets/target";
import { outdatedOf } from "@/lib/schemas/documents";
import type { CreateExportBody, Export } from "@/lib/schemas/exports";
import { settingsOf } from "@/lib/schemas/projects";
import { LONG_COST } from "@/lib/work/jobs/fairness";
import { jobType } from "@/lib/work/jobs/job-type";
import { sendJob } from "@/lib/work/jobs/queue";
import { viewExport } from "./exports";

/** The parameters of an export with all defaults, so that equal requests have equal parameters. */
export type ExportParams = {
  /** Empty means all. */
  readonly languages: readonly string[];
  readonly documentIds: readonly string[];
  readonly format: "original" | "xliff" | "tmx";
  readonly choice: Pick<TargetOptions, "minState" | "fallback" | "untranslated" | "outdated">;
  readonly minReviewedPercent: number;
  readonly fileNames: string;
};

const ExportPayload = z.object({ exportId: z.string() });
export type ExportPayload = z.output<typeof ExportPayload>;
/** The job that creates an export. */
export const EXPORT_JOB = jobType("export", ExportPayload, LONG_COST);

/**
 * Requests an export of a project. Reuses an existing export with equal parameters if the content has not changed.
 * Throws 400, 404, and 409 with `strict` for open errors.
 *
 * @returns the export, and whether it already existed.
 */
export async function sendExport(
  caller: Caller,
  projectId: string,
  input: z.output<typeof CreateExportBody>,
  tx: Transaction,
): Promise<{ readonly made: Export; readonly reused: boolean }> {
  const target = { ...asCaller(caller), projectId, allowArchived: true, allowCancelled: true };
  return changeProject(tx, target, (change) => sendIn(change, caller, input));
}

async function sendIn(
  { tx, project, actor }: ProjectChange,
  caller: Caller,
  input: z.output<typeof CreateExportBody>,
): Promise<{ readonly made: Export; readonly reused: boolean }> {
  const projectId = project.id;
  const view = (row: typeof projectExports.$inferSelect) =>
    viewExport({ ...row, projectId: project.branchOf ?? projectId });
  const params = await paramsOf(tx, project, input);
  if (input.strict) await refuseErrors(tx, project, params);
  const wish = JSON.stringify([params, await extraInputs(tx, project, params)]);
  const paramsHash = createHash("sha256").update(wish).digest("hex");
  const [same] = await tx
    .select()
    .from(projectExports)
    .where(
      and(
        eq(projectExports.projectId, projectId),
        eq(projectExports.paramsHash, paramsHash),
        eq(projectExports.contentRevision, project.contentRevision),
        inArray(projectExports.status, ["queued", "running", "succeeded"]),
      ),
    );
  if (same && (same.expiresAt === null || same.expiresAt > new Date())) return { made: view(same), reused: true };
  if (same) await tx.update(projectExports).set({ status: "expired" }).where(eq(projectExports.id, same.id));
  const id = newId("export");
  const payload: ExportPayload = { exportId: id };
  const jobId = await sendJob(tx, {
    accountId: caller.accountId,
    projectId,
    createdBy: actor.id,
    type: EXPORT_JOB,
    payload,
    priority: 1,
  });
  const [row] = await tx
    .insert(projectExports)
    .values({
      id,
      accountId: caller.accountId,
      projectId,
      jobId,
      params,
      paramsHash,
      contentRevision: project.contentRevision,
      createdBy: actor.id,
    })
    .returning();
  return { made: view(row!), reused: false };
}

async function paramsOf(
  tx: Transaction,
  project: ProjectRow,
  input: z.output<typeof CreateExportBody>,
): Promise<ExportParams> {
  const languages = input.languages ? await requireProjectLanguages(project, input.languages, tx, "languages") : [];
  const documentIds = [...new Set(input.documentIds ?? [])].sort();
  if (documentIds.length > 0) await requireDocuments(tx, project, documentIds);
  const least = input.format === "xliff" ? "draft" : defaultMinState(project.workflow);
  return {
    languages: languages.sort(),
    documentIds,
    format: input.format,
    choice: {
      minState: input.minState ?? (input.format === "tmx" ? "reviewed" : least),
      ...(input.fallback ? { fallback: input.fallback } : {}),
      ...(input.untranslated ? { untranslated: input.untranslated } : {}),
      // In TMX an outdated text would be paired with a source that it does not translate.
      outdated: outdatedOf(input) ?? (input.format === "tmx" ? "skip" : "keep"),
    },
    minReviewedPercent: input.minReviewedPercent ?? 0,
    fileNames: input.fileNames ?? settingsOf(project).fileNames,
  };
}

/** Contents of the files besides texts: names, settings, the state of drafts, and comments for translators. */
async function extraInputs(tx: Transaction, project: ProjectRow, { format }: ExportParams): Promise<unknown> {
  const { id, accountId, name, workflow } = project;
  const { languageCodes, removedKeys, lastTranslator, fuzzyDrafts } = settingsOf(project);
  const settings = { languageCodes, removedKeys, lastTranslator, fuzzyDrafts };
  const paths = await tx
    .select({ id: documents.id, path: documents.path })
    .from(documents)
    .where(and(eq(documents.accountId, accountId), eq(documents.projectId, id), isNull(documents.deletedAt)))
    .orderBy(asc(documents.id));
  if (format !== "xliff") return { name, workflow, settings, paths };
  const [remarks] = await tx
    .select({ changedAt: max(comments.updatedAt) })
    .from(comments)
    .where(and(eq(comments.accountId, accountId), eq(comments.projectId, id)));
  return { name, workflow, settings, paths, ...remarks };
}

async function refuseErrors(tx: Transaction, project: ProjectRow, params: ExportParams): Promise<void> {
  const [row] = await tx
    .select({ errors: sql<number>`coalesce(sum(${progressCounters.sQaError}), 0)::int` })
    .from(progressCounters)
    .where(
      and(
        eq(progressCounters.projectId, project.id),
        params.languages.length > 0 ? inArray(progressCounters.language, [...params.languages]) : undefined,
        params.documentIds.length > 0 ? inArray(progressCounters.documentId, [...params.documentIds]) : undefined,
      ),
    );
  const errors = row?.errors ?? 0;
  if (errors > 0)
    throw new AppError("conflict", `Checks found errors in ${errors === 1 ? "one segment" : `${errors} segments`}.`, {
      reason: "qa_errors",
      segments: errors,
    });
}
