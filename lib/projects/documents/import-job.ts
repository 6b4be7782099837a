import { and, eq, isNull, sql } from "drizzle-orm";
import { readChunks } from "@/db/chunks";
import { db, type Transaction } from "@/db/client";
import { documentChunks, documents } from "@/db/schema";
import { AppError } from "@/lib/base/errors";
import { changeProject, keepProjectOpen } from "@/lib/projects/change/change-project";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import { targetLanguages } from "@/lib/projects/languages/require-language";
import { sendPretranslate } from "@/lib/projects/pretranslate/send";
import { recountDocuments } from "@/lib/projects/progress/counters";
import type { ProjectRow } from "@/lib/projects/require-project";
import { Receipt } from "@/lib/projects/targets/receipt";
import { settingsOf } from "@/lib/schemas/projects";
import { recordEvent } from "@/lib/work/events/record";
import { defineJob } from "@/lib/work/jobs/define-job";
import { commitStep, type Job, type JobError } from "@/lib/work/jobs/queue";
import { type FailedJob, type JobContext, JobFault } from "@/lib/work/jobs/runner";
import { keepEmbeddedTargets, markOutdated } from "./carry-translations";
import { describeChanges } from "./changes";
import { IMPORT_JOB, type ImportPayload } from "./import-type";
import { CANCELLED, lastVersions } from "./last-version";
import { type Matching, matchSegments } from "./match-segments";
import { type ReadDocument, readDocument, requireRoom } from "./read-document";
import { type FoundVersion, findVersion, makeCurrent, optionsOf, setVersion } from "./version-row";
import { type StoredSegment, storedSegments, writeSegmentRows } from "./write-segments";

/**
 * Imports a version of a document and makes it the current one. All changes commit with the job's end, so a second run
 * after a crash has no further effect.
 */
export const importJob = defineJob(IMPORT_JOB, { run, onFailure, onCancel, retry });

async function run(job: Job<ImportPayload>, { signal, progress }: JobContext) {
  const { payload } = job;
  const found = await findVersion(db(), job.accountId, payload);
  // The document was deleted in the meantime, or an attempt whose end was lost has imported the version.
  if (!found || found.version.status === "ready") return async () => {};
  const { document, version } = found;
  if (version.number < document.currentVersion) throw new JobFault("conflict", OVERTAKEN);
  await setVersion(db(), job.accountId, payload, { status: "parsing", error: null, jobId: job.id });
  const bytes = await readChunks({
    table: documentChunks,
    key: { documentId: document.id, version: version.number },
  });
  if (!bytes) throw new JobFault("gone", "The document has been deleted.");
  const read = await readDocument({
    bytes,
    path: document.path,
    format: document.format,
    options: optionsOf(document, version),
    sourceLanguage: found.sourceLanguage,
    languages: await targetLanguages(document.projectId),
  });
  signal.throwIfAborted();
  await progress(0, read.segments.length);
  const known = await storedSegments(job.accountId, document.id);
  const matching = await matchSegments(known, read.segments);
  signal.throwIfAborted();
  const target = { accountId: job.accountId, projectId: document.projectId, actor: payload.actor };
  return (tx: Transaction) => changeProject(tx, target, (change) => apply(change, job, found, read, known, matching));
}

async function apply(
  change: ProjectChange,
  job: Job<ImportPayload>,
  found: FoundVersion,
  read: ReadDocument,
  known: readonly StoredSegment[],
  matching: Matching<StoredSegment>,
) {
  const { tx, project } = change;
  const { document, version } = found;
  if (!(await isUnchanged(tx, document))) return;
  await requireRoom(tx, project, document.id, read.segments.length);

  const changes = describeChanges(read.segments, matching, changesState(project) ? version.onChange : "keep");
  const place = { documentId: document.id, number: version.number };
  const placed = await writeSegmentRows(change, place, read.segments, matching, known);
  if (version.onChange === "needs_work") await markOutdated(change, placed, job.id);
  const outcomes = await keepEmbeddedTargets(change, document.id, placed, read.targets, job.id);
  const receipt = read.values.length > 0 ? { receipt: await new Receipt(job, read.values).settle(tx, outcomes) } : {};
  await makeCurrent(tx, job, found, changes, read.warnings);
  await recountDocuments(change, [document.id]);
  await change.record("document.ready", {
    document: { id: document.id, path: document.path, version: version.number },
    changes,
  });
  const starts = settingsOf(project).autoStart;
  if (starts) change.start();
  if (starts && project.workflow !== "human") await sendDrafts(change, document.id);
  await commitStep(tx, job, { done: read.segments.length, failed: 0, result: {} });
  return { result: { documentId: document.id, version: version.number, ...changes, ...receipt } };
}

function changesState(project: ProjectRow): boolean {
  return settingsOf(project).sourceChanges === "needs_work";
}

/** False for a deleted document. Throws if another version was imported: segments were matched with outdated ones. */
async function isUnchanged(tx: Transaction, before: FoundVersion["document"]): Promise<boolean> {
  const [now] = await tx
    .select({ currentVersion: documents.currentVersion })
    .from(documents)
    .where(and(eq(documents.accountId, before.accountId), eq(documents.id, before.id), isNull(documents.deletedAt)));
  if (now && now.currentVersion !== before.currentVersion)
    throw new Error("Another version of the document was imported in the meantime");
  return now !== undefined;
}

/** Queues pretranslation of the untranslated segments, for languages that have some. */
async function sendDrafts({ tx, project, actor }: ProjectChange, documentId: string): Promise<void> {
  const open = await tx.execute<{ language: string }>(sql`
    select l.language from project_languages l
     where l.project_id = ${project.id} and exists (
       select from translations t join segments s on s.id = t.segment_id
        where t.document_id = ${documentId} and t.language = l.language and s.removed_in is null and not s.excluded
          and (t.state = 'untranslated' or (t.state = 'draft' and t.outdated)))
     order by l.position`);
  const languages = open.map(({ language }) => language);
  await sendPretranslate(
    tx,
    project,
    { languages, documentIds: [documentId], method: ["tm", "mt"], overwrite: "never" },
    actor,
  );
}

async function onFailure(job: Job<ImportPayload>, error: JobError, tx: Transaction): Promise<void> {
  const { payload } = job;
  const found = await findVersion(tx, job.accountId, payload);
  if (!found || found.version.status === "ready") return;
  await setVersion(tx, job.accountId, payload, { status: "failed", error });
  const { id, path, projectId } = found.document;
  await recordEvent(tx, {
    accountId: job.accountId,
    projectId,
    type: "document.failed",
    actor: payload.actor,
    data: { document: { id, path, version: payload.version }, error, jobId: job.id },
  });
}

/** Importing this version now would revert the document. */
const OVERTAKEN = "A later version of the document has been uploaded, so this one is not imported.";

async function onCancel(job: Job<ImportPayload>, tx: Transaction): Promise<void> {
  await setVersion(tx, job.accountId, job.payload, { status: "failed", error: CANCELLED });
}

async function retry(tx: Transaction, failed: FailedJob<ImportPayload>): Promise<ImportPayload> {
  const { payload } = failed;
  if (failed.projectId) await keepProjectOpen(tx, failed.accountId, failed.projectId);
  const last = (await lastVersions([payload.documentId], tx)).get(payload.documentId);
  if (last && last.number !== payload.version) throw new AppError("conflict", OVERTAKEN, { reason: "not_retryable" });
  await setVersion(tx, failed.accountId, payload, {
    status: "queued",
    error: null,
    jobId: failed.newJobId,
  });
  return { ...payload };
}
