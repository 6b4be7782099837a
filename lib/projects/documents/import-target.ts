import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { readChunks } from "@/db/chunks";
import { db, type Transaction } from "@/db/client";
import { documentChunks, segments, translationRevisions, translations } from "@/db/schema";
import type { Caller } from "@/lib/auth/caller";
import { AppError, invalidRequest } from "@/lib/errors";
import { faultsAsAppErrors } from "@/lib/formats/app-errors";
import { readExchanged } from "@/lib/formats/sandbox";
import { type Job, noteStep, STEP_TRIES, sendJob } from "@/lib/jobs/queue";
import type { JobHandler } from "@/lib/jobs/runner";
import { type Actor, actorOf } from "@/lib/projects/actor";
import { changeTranslations } from "@/lib/projects/change-translations";
import { lockProject } from "@/lib/projects/lock";
import { requireProjectLanguage } from "@/lib/projects/require-language";
import { requireProject } from "@/lib/projects/require-project";
import { settleProject } from "@/lib/projects/settle";
import type { TranslationRow } from "@/lib/projects/translation-rows";
import { requireDocument } from "./documents";
import { type DocumentOptions, openDocument } from "./open-document";
import { segmentKeys } from "./segment-keys";

/** Kind of the job that takes translations over which were made elsewhere. */
export const TARGET_JOB = "target_import";

type Mode = "translated" | "draft";

type Payload = {
  readonly projectId: string;
  readonly documentId: string;
  readonly language: string;
  readonly mode: Mode;
  readonly actor: Actor;
  /** Encoded texts by the key of their segment. */
  readonly texts: Readonly<Record<string, string>>;
};

/** Segments changed in one transaction. */
const AT_ONCE = 200;

/**
 * Queues the taking over of an XLIFF file that was given out for a document and has come back. Throws 400, 404, 409, and 422
 * for a file that is not one of this document.
 */
export async function sendTargetImport(
  caller: Caller,
  documentId: string,
  input: { readonly language: string; readonly mode: Mode },
  xliff: Buffer | null,
): Promise<string> {
  const document = await requireDocument(caller, documentId);
  if (!xliff) throw invalidRequest([{ path: "file", code: "required", message: "Send the XLIFF file as file." }]);
  const project = await requireProject(caller, document.projectId);
  const language = await requireProjectLanguage(project, input.language);
  const key = { documentId, version: document.currentVersion };
  const bytes = await readChunks({ table: documentChunks, key });
  if (!bytes) throw new AppError("conflict", "The document has not been read yet.", { reason: "document_not_ready" });
  const { path, format } = document;
  const options = document.formatOptions as DocumentOptions;
  const { segments: found } = await openDocument(
    { bytes, path, format, options, sourceLanguage: project.sourceLanguage },
    language,
  );
  const exchanged = await faultsAsAppErrors(() => readExchanged(xliff, found.length));
  const keys = segmentKeys(found);
  const texts = Object.fromEntries(
    exchanged.flatMap(({ text }, i) => (text && keys[i] ? [[keys[i].key, text] as const] : [])),
  );
  return db().transaction(async (tx) => {
    await lockProject(tx, caller.accountId, project.id);
    const payload: Payload = {
      projectId: project.id,
      documentId,
      language,
      mode: input.mode,
      actor: actorOf(caller),
      texts,
    };
    return sendJob(tx, {
      accountId: caller.accountId,
      projectId: project.id,
      createdBy: payload.actor.id,
      type: TARGET_JOB,
      payload,
      priority: 1,
      maxAttempts: STEP_TRIES,
    });
  });
}

/**
 * Takes the texts over, step by step; a job that is taken up again goes on where it was. What is reviewed here and differs
 * is a conflict and stays.
 */
export const targetImportJob: JobHandler = {
  run: async (job, context) => {
    const payload = job.payload as unknown as Payload;
    const total = Object.keys(payload.texts).length;
    let after = "";
    let done = 0;
    for (;;) {
      context.signal.throwIfAborted();
      const step = await db().transaction((tx) => takeStep(tx, job, payload, after));
      if (step === null) break;
      after = step.last;
      done += step.count;
      await context.progress(Math.min(done, total), total);
    }
    return async (tx) => {
      const known = await tx
        .select({ key: segments.key })
        .from(segments)
        .where(and(eq(segments.documentId, payload.documentId), isNull(segments.removedIn)));
      const keys = new Set(known.map(({ key }) => key));
      const notFoundHere = Object.keys(payload.texts).filter((key) => !keys.has(key)).length;
      await noteStep(tx, job, { done: 0, failed: 0, result: { notFound: notFoundHere } });
      return {};
    };
  },
  onFailure: async () => {},
  onCancel: async () => {},
};

async function takeStep(
  tx: Transaction,
  job: Job,
  payload: Payload,
  after: string,
): Promise<{ last: string; count: number } | null> {
  const project = await lockProject(tx, job.accountId, payload.projectId);
  const rows = await tx
    .select({ id: segments.id, key: segments.key, translation: translations })
    .from(segments)
    .innerJoin(translations, eq(translations.segmentId, segments.id))
    .where(
      and(
        eq(segments.accountId, job.accountId),
        eq(segments.documentId, payload.documentId),
        isNull(segments.removedIn),
        eq(translations.language, payload.language),
        gt(segments.id, after),
        sql`not exists (select 1 from ${translationRevisions} where ${translationRevisions.segmentId} = ${segments.id}
          and ${translationRevisions.language} = ${payload.language} and ${translationRevisions.batchId} = ${job.id})`,
      ),
    )
    .orderBy(asc(segments.id))
    .limit(AT_ONCE);
  if (rows.length === 0) return null;
  const sent = rows.filter(({ key }) => payload.texts[key] !== undefined);
  const isSame = (row: TranslationRow, key: string) => row.text === payload.texts[key];
  const conflicts = sent.filter(
    ({ key, translation }) => translation.state === "reviewed" && !isSame(translation, key),
  );
  const taken = sent.filter(({ key, translation }) => translation.state !== "reviewed" && !isSame(translation, key));
  await changeTranslations(
    tx,
    project,
    payload.language,
    taken.map(({ id, key }) => ({
      segmentId: id,
      text: payload.texts[key] ?? null,
      state: payload.mode,
      origin: { type: "import" as const, detail: { jobId: job.id } },
    })),
    payload.actor,
    { batchId: job.id },
  );
  await settleProject(tx, project, payload.actor);
  await noteStep(tx, job, {
    done: sent.length - conflicts.length,
    failed: 0,
    result: {
      accepted: taken.length,
      unchanged: sent.length - taken.length - conflicts.length,
      conflicts: conflicts.length,
    },
  });
  return { last: rows.at(-1)!.id, count: sent.length };
}
