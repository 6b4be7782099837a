import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { readChunks } from "@/db/chunks";
import { db, type Transaction } from "@/db/client";
import { documentChunks, segments, translationRevisions, translations } from "@/db/schema";
import type { Caller } from "@/lib/auth/caller";
import { AppError, invalidRequest, refuseEmptyFile } from "@/lib/errors";
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
import { keepSuggestions } from "./keep-suggestions";
import { type DocumentOptions, openDocument } from "./open-document";
import { segmentKeys } from "./segment-keys";
import { readTranslations } from "./sent-translations";

/** Kind of the job that takes translations over which were made elsewhere. */
export const TARGET_JOB = "target_import";

type Mode = "translated" | "draft" | "suggest";

type Payload = {
  readonly projectId: string;
  readonly documentId: string;
  readonly language: string;
  readonly mode: Mode;
  readonly actor: Actor;
  /** Encoded texts by the key of their segment. */
  readonly texts: Readonly<Record<string, string>>;
  /** Keys of the texts that nobody has confirmed: drafts, whatever the mode. */
  readonly drafts: readonly string[];
  /** Texts that were seen to say nothing, and those that no segment was found for, when the file was read. */
  readonly unchanged: number;
  readonly notFound: number;
};

/** Segments changed in one transaction. */
const AT_ONCE = 200;

/**
 * Queues the taking over of translations that a file brings back for a document: an XLIFF file that was given out for it,
 * or the document itself in the language, in its own format. Throws 400, 404, 409, 415, and 422 for a file that is not one
 * of this document.
 */
export async function sendTargetImport(
  caller: Caller,
  documentId: string,
  input: { readonly language: string; readonly mode: Mode },
  sent: Buffer | null,
): Promise<string> {
  const document = await requireDocument(caller, documentId);
  if (!sent) throw invalidRequest([{ path: "file", code: "required", message: "Send the translated file as file." }]);
  refuseEmptyFile(sent);
  const project = await requireProject(caller, document.projectId);
  const language = await requireProjectLanguage(project, input.language);
  const key = { documentId, version: document.currentVersion };
  const bytes = await readChunks({ table: documentChunks, key });
  if (!bytes) throw new AppError("conflict", "The document has not been read yet.", { reason: "document_not_ready" });
  const { path, format } = document;
  const options = document.formatOptions as DocumentOptions;
  const opening = { bytes, path, format, options, sourceLanguage: project.sourceLanguage };
  const { segments: found } = await openDocument(opening, language);
  const keys = segmentKeys(found);
  const { texts, untranslated, notFound } = await readTranslations(opening, found, sent, language);
  // The database keeps neither NUL nor half of a surrogate pair.
  const kept = texts.flatMap(({ index, text, isFinished }) =>
    keys[index] && !text.includes("\0") && text.isWellFormed() ? [{ key: keys[index].key, text, isFinished }] : [],
  );
  return db().transaction(async (tx) => {
    await lockProject(tx, caller.accountId, project.id);
    const payload: Payload = {
      projectId: project.id,
      documentId,
      language,
      mode: input.mode,
      actor: actorOf(caller),
      texts: Object.fromEntries(kept.map((one) => [one.key, one.text])),
      drafts: kept.filter((one) => !one.isFinished).map((one) => one.key),
      unchanged: untranslated,
      notFound: notFound + texts.length - kept.length,
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
 * is a conflict and stays. Suggestions touch no translation.
 */
export const targetImportJob: JobHandler = {
  run: async (job, context) => {
    const payload = job.payload as unknown as Payload;
    const work: Work = { ...payload, texts: new Map(Object.entries(payload.texts)), drafts: new Set(payload.drafts) };
    const total = work.texts.size;
    let after = "";
    let done = 0;
    for (;;) {
      context.signal.throwIfAborted();
      const { mode } = work;
      const step = await db().transaction((tx) =>
        mode === "suggest" ? keepSuggestions(tx, job, work, after) : takeOver(tx, job, { ...work, mode }, after),
      );
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
      const notFoundHere = [...work.texts.keys()].filter((key) => !keys.has(key)).length;
      const { unchanged, notFound } = payload;
      await noteStep(tx, job, { done: 0, failed: 0, result: { unchanged, notFound: notFound + notFoundHere } });
      return {};
    };
  },
  onFailure: async () => {},
  onCancel: async () => {},
};

/** A job's payload, for looking up: keys are whatever a document calls its texts. */
type Work = Omit<Payload, "texts" | "drafts"> & {
  readonly texts: ReadonlyMap<string, string>;
  readonly drafts: ReadonlySet<string>;
};

async function takeOver(
  tx: Transaction,
  job: Job,
  work: Work & { readonly mode: Exclude<Mode, "suggest"> },
  after: string,
): Promise<{ last: string; count: number } | null> {
  const project = await lockProject(tx, job.accountId, work.projectId);
  const rows = await tx
    .select({ id: segments.id, key: segments.key, translation: translations })
    .from(segments)
    .innerJoin(translations, eq(translations.segmentId, segments.id))
    .where(
      and(
        eq(segments.accountId, job.accountId),
        eq(segments.documentId, work.documentId),
        isNull(segments.removedIn),
        eq(translations.language, work.language),
        gt(segments.id, after),
        sql`not exists (select 1 from ${translationRevisions} where ${translationRevisions.segmentId} = ${segments.id}
          and ${translationRevisions.language} = ${work.language} and ${translationRevisions.batchId} = ${job.id})`,
      ),
    )
    .orderBy(asc(segments.id))
    .limit(AT_ONCE);
  if (rows.length === 0) return null;
  const sent = rows.filter(({ key }) => work.texts.has(key));
  const isSame = (row: TranslationRow, key: string) => row.text === work.texts.get(key);
  const conflicts = sent.filter(
    ({ key, translation }) => translation.state === "reviewed" && !isSame(translation, key),
  );
  const taken = sent.filter(({ key, translation }) => translation.state !== "reviewed" && !isSame(translation, key));
  await changeTranslations(
    tx,
    project,
    work.language,
    taken.map(({ id, key }) => ({
      segmentId: id,
      text: work.texts.get(key) ?? null,
      state: work.drafts.has(key) ? "draft" : work.mode,
      origin: { type: "import" as const, detail: { jobId: job.id } },
    })),
    work.actor,
    { batchId: job.id },
  );
  await settleProject(tx, project, work.actor);
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
