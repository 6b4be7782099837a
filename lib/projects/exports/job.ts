import { and, asc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { replaceChunks } from "@/db/chunks";
import { db, isUniqueViolation, type Transaction } from "@/db/client";
import { documents, exportChunks, projectExports, projectLanguages } from "@/db/schema";
import { AppError, notFound } from "@/lib/base/errors";
import { makeZip } from "@/lib/formats/zip";
import { changeProject } from "@/lib/projects/change/change-project";
import { CANCELLED, lastVersions } from "@/lib/projects/documents/last-version";
import { NO_COUNTS } from "@/lib/projects/progress/counters";
import { countsByLanguage, progressOf } from "@/lib/projects/progress/progress";
import type { ProjectRow } from "@/lib/projects/require-project";
import { requireProjectRow } from "@/lib/projects/require-project";
import { writeTarget } from "@/lib/projects/targets/target";
import type { ExportFile, ExportWarning } from "@/lib/schemas/exports";
import { settingsOf } from "@/lib/schemas/projects";
import { SYSTEM } from "@/lib/work/events/actor";
import { recordEvent } from "@/lib/work/events/record";
import { defineJob } from "@/lib/work/jobs/define-job";
import type { Job } from "@/lib/work/jobs/queue";
import { type FailedJob, type JobContext, JobFault } from "@/lib/work/jobs/runner";
import { cancelExports, type ExportRow, RETENTION_DAYS } from "./exports";
import { FileNames } from "./file-names";
import { EXPORT_JOB, type ExportParams, type ExportPayload } from "./send";
import { writeTmx } from "./tmx";

/** Maximum bytes of an export; larger ones would need too much memory. */
const MAX_BYTES = 512 * 1024 * 1024;

/** Creates the files of an export. The files and the report commit with the job's end. */
export const exportJob = defineJob(EXPORT_JOB, { run, onFailure, onCancel, retry });

type BuiltExport = {
  readonly contentRevision: number;
  readonly bytes: Uint8Array;
  readonly fileName: string;
  readonly mediaType: string;
  readonly files: readonly ExportFile[];
  readonly warnings: readonly ExportWarning[];
};

async function run(job: Job<ExportPayload>, context: JobContext): Promise<(tx: Transaction) => Promise<void>> {
  const row = await load(job);
  if (!row) return async () => {}; // The export's project was deleted in the meantime.
  // Changes only an export that has not ended, because another runner may have completed the job.
  await db()
    .update(projectExports)
    .set({ status: "running" })
    .where(and(eq(projectExports.id, row.id), eq(projectExports.status, "queued")));
  // One transaction reads a snapshot of all texts, which concurrent edits do not affect.
  const made = await db().transaction((tx) => make(tx, job, row, context), {
    isolationLevel: "repeatable read",
    accessMode: "read only",
  });
  return async (tx) => {
    // The content may have changed since the request, so that another export of it may exist.
    const [other] = await tx
      .select({ id: projectExports.id })
      .from(projectExports)
      .where(
        and(
          eq(projectExports.projectId, row.projectId),
          eq(projectExports.paramsHash, row.paramsHash),
          eq(projectExports.contentRevision, made.contentRevision),
          inArray(projectExports.status, ["queued", "running", "succeeded"]),
          ne(projectExports.id, row.id),
        ),
      );
    await replaceChunks(tx, { table: exportChunks, key: { exportId: row.id } }, made.bytes);
    await tx
      .update(projectExports)
      .set({
        status: "succeeded",
        error: null,
        contentRevision: other ? row.contentRevision : made.contentRevision,
        fileName: made.fileName,
        mediaType: made.mediaType,
        bytes: made.bytes.length,
        files: [...made.files],
        warnings: [...made.warnings],
        expiresAt: sql`now() + make_interval(days => ${RETENTION_DAYS})`,
      })
      .where(eq(projectExports.id, row.id));
    await recordExportEvent(tx, row, "export.ready", { exportId: row.id, files: made.files.length });
  };
}

async function make(
  tx: Transaction,
  job: Job<ExportPayload>,
  row: ExportRow,
  context: JobContext,
): Promise<BuiltExport> {
  const params = row.params as ExportParams;
  const project = await requireProjectRow(job.accountId, row.projectId, tx);
  const { languages, warnings } = await languagesOf(tx, project, params);
  const found = await documentsOf(tx, project, params);
  const sources = found.filter(({ isRead }) => isRead);
  const unread = found.flatMap(({ id, isRead }) => (isRead ? [] : [id]));
  for (const [id, { status, error }] of await lastVersions(unread, tx)) {
    const isUnreadable = status === "failed" && error?.code !== CANCELLED.code;
    warnings.push(about(isUnreadable ? UNREADABLE : NOT_READY, null, id, 1));
  }
  const total = languages.length * (params.format === "tmx" ? 1 : sources.length);
  const names = new FileNames(params.fileNames, settingsOf(project).languageCodes);
  const entries: { name: string; bytes: Uint8Array; mediaType: string }[] = [];
  const files: ExportFile[] = [];
  let size = 0;
  const add = (file: Omit<ExportFile, "bytes">, bytes: Uint8Array, mediaType: string) => {
    size += bytes.length;
    if (size > MAX_BYTES)
      throw new JobFault("too_large", "The export is larger than 512 MiB. Choose fewer languages or documents.");
    entries.push({ name: file.name, bytes, mediaType });
    const { draft, translated, reviewed, lastReviewed, source, empty, skipped, asFound, excluded } = file.segments;
    const segments = { draft, translated, reviewed, lastReviewed, source, empty, skipped, asFound, excluded };
    files.push({ ...file, segments, bytes: bytes.length });
  };
  await context.progress(0, total);
  for (const language of languages) {
    context.signal.throwIfAborted();
    if (params.format === "tmx") {
      const { bytes, segments } = await writeTmx(tx, project, language, params);
      add(
        { language, documentId: null, name: names.unique(language, `${language}.tmx`), segments },
        bytes,
        "application/x-tmx+xml",
      );
      await context.progress(files.length, total);
      continue;
    }
    for (const { id, path } of sources) {
      context.signal.throwIfAborted();
      const options = { ...params.choice, kind: params.format };
      const file = await writeTarget(job.accountId, id, language, options, tx);
      const name = names.unique(language, params.format === "xliff" ? `${path}.xlf` : path);
      add({ language, documentId: id, name, segments: file.counts }, file.bytes, file.mediaType);
      for (const { code, message } of file.warnings) warnings.push(about({ code, message }, language, id, 1));
      if (file.repaired > 0) warnings.push(about(REPAIRED, language, id, file.repaired));
      await context.progress(files.length, total);
    }
  }
  if (files.length === 0) throw nothingToExport(languages, params);
  const [only] = entries;
  const packed =
    entries.length === 1 && only
      ? { bytes: only.bytes, fileName: only.name.split("/").at(-1)!, mediaType: only.mediaType }
      : {
          bytes: makeZip(entries.map(({ name, bytes }) => [name, bytes])),
          fileName: `${baseName(project)}.zip`,
          mediaType: "application/zip",
        };
  return { contentRevision: project.contentRevision, ...packed, files, warnings };
}

const NOT_READY = {
  code: "document_not_ready",
  message: "The document has not been read yet and is not included. Export again when it is ready.",
};

const UNREADABLE = {
  code: "document_unreadable",
  message: "The document could not be read and is not included. Upload a new version of it.",
};

const REPAIRED = {
  code: "code_repaired",
  message: "Missing inline codes were inserted at a guessed position. Check these segments.",
};

/** The languages to export, with warnings about omitted languages and open errors. */
async function languagesOf(
  tx: Transaction,
  project: ProjectRow,
  params: ExportParams,
): Promise<{ languages: string[]; warnings: ExportWarning[] }> {
  const rows = await tx
    .select({ language: projectLanguages.language })
    .from(projectLanguages)
    .where(eq(projectLanguages.projectId, project.id))
    .orderBy(asc(projectLanguages.position));
  const counts = await countsByLanguage(tx, [project.id]);
  const languages: string[] = [];
  const warnings: ExportWarning[] = [];
  for (const { language } of rows) {
    if (params.languages.length > 0 && !params.languages.includes(language)) continue;
    const { reviewedPercent, qa } = progressOf(counts.get(`${project.id} ${language}`) ?? NO_COUNTS);
    if ((reviewedPercent ?? 0) < params.minReviewedPercent) {
      const message = `Only ${reviewedPercent ?? 0} % of this language is reviewed, so it was omitted.`;
      warnings.push({ ...about({ code: "language_skipped", message }, language, null, 1), reviewedPercent });
      continue;
    }
    languages.push(language);
    if (qa.errors > 0)
      warnings.push(
        about({ code: "qa_errors", message: "Segments have unresolved errors." }, language, null, qa.errors),
      );
  }
  return { languages, warnings };
}

function documentsOf(tx: Transaction, project: ProjectRow, { documentIds }: ExportParams) {
  return tx
    .select({ id: documents.id, path: documents.path, isRead: sql<boolean>`${documents.currentVersion} > 0` })
    .from(documents)
    .where(
      and(
        eq(documents.accountId, project.accountId),
        eq(documents.projectId, project.id),
        isNull(documents.deletedAt),
        documentIds.length > 0 ? inArray(documents.id, [...documentIds]) : undefined,
      ),
    )
    .orderBy(asc(documents.path));
}

/** The error of an export without files, which explains why every language was omitted. */
function nothingToExport(languages: readonly string[], { minReviewedPercent }: ExportParams): JobFault {
  return new JobFault(
    "nothing_to_export",
    languages.length === 0
      ? `No language is ${minReviewedPercent} % reviewed: review more texts, or lower the percentage.`
      : "No document has been read yet: add one, or try again when it is ready.",
  );
}

function about(
  { code, message }: { code: string; message: string },
  language: string | null,
  documentId: string | null,
  count: number,
): ExportWarning {
  return { code, message, language, documentId, count };
}

/** The project's name as a file name. */
function baseName(project: ProjectRow): string {
  return project.name.replace(/[\p{Cc}/\\:*?"<>|]/gu, "_").trim() || "export";
}

async function onFailure(
  job: Job<ExportPayload>,
  fault: { code: string; message: string },
  tx: Transaction,
): Promise<void> {
  const row = await load(job);
  if (!row) return;
  await tx
    .update(projectExports)
    .set({ status: "failed", error: fault, expiresAt: sql`now() + make_interval(days => ${RETENTION_DAYS})` })
    .where(eq(projectExports.id, row.id));
  await recordExportEvent(tx, row, "export.failed", { exportId: row.id, error: fault });
}

function onCancel({ id, accountId }: Job<unknown>, tx: Transaction): Promise<void> {
  return cancelExports(tx, accountId, [id]);
}

/** Requests the same export of the current content. Throws 404, and 409 if another request has already done so. */
async function retry(tx: Transaction, { id, accountId, projectId, newJobId, payload }: FailedJob<ExportPayload>) {
  const { exportId } = payload;
  if (!projectId) throw notFound("project");
  const target = { accountId, projectId, actor: SYSTEM, allowArchived: true, allowCancelled: true };
  const contentRevision = await changeProject(tx, target, async ({ project }) => project.contentRevision);
  const [again] = await tx
    .update(projectExports)
    .set({ status: "queued", error: null, expiresAt: null, jobId: newJobId, contentRevision })
    .where(and(eq(projectExports.accountId, accountId), eq(projectExports.id, exportId), eq(projectExports.jobId, id)))
    .returning({ id: projectExports.id })
    .catch((error) => {
      throw isUniqueViolation(error) ? asked() : error;
    });
  if (!again) throw asked();
  return { exportId };
}

function asked(): AppError {
  const message = "This export has been requested again or deleted. Request a new one.";
  return new AppError("conflict", message, { reason: "not_retryable" });
}

function recordExportEvent(
  tx: Transaction,
  row: ExportRow,
  type: "export.ready" | "export.failed",
  data: Record<string, unknown>,
): Promise<void> {
  return recordEvent(tx, { accountId: row.accountId, projectId: row.projectId, type, actor: SYSTEM, data });
}

async function load(job: Job<ExportPayload>): Promise<ExportRow | undefined> {
  const { exportId } = job.payload;
  const [row] = await db()
    .select()
    .from(projectExports)
    .where(and(eq(projectExports.accountId, job.accountId), eq(projectExports.id, exportId)));
  return row;
}
