import { and, eq, sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { accounts, jobs } from "@/db/schema";
import { allOrNone } from "@/lib/base/pool/all-or-none";
import { keepProjectOpen } from "@/lib/projects/change/change-project";
import { recordFailure, recordPartialFailure } from "@/lib/projects/jobs/failed-jobs";
import type { ProjectRow } from "@/lib/projects/require-project";
import { requireProjectRow } from "@/lib/projects/require-project";
import { projectTerms } from "@/lib/projects/resources/linked-glossaries";
import { FailoverRoute } from "@/lib/translation/failover-route";
import { canTranslate, resolvePair } from "@/lib/translation/languages";
import { memoriesOf } from "@/lib/translation/memory/match";
import { awaitModels } from "@/lib/translation/missing-models";
import type { Work } from "@/lib/translation/translate-segments";
import { ofIgnored, type Warning } from "@/lib/translation/warnings";
import { recordEvent } from "@/lib/work/events/record";
import { defineJob } from "@/lib/work/jobs/define-job";
import type { Job } from "@/lib/work/jobs/queue";
import { type FailedJob, type JobContext, JobPaused, waitsForModel } from "@/lib/work/jobs/runner";
import { commitBatch } from "./commit-batch";
import { fillBatch } from "./fill-batch";
import { type ScopeCounts, SegmentQueue } from "./segment-queue";
import { PRETRANSLATE_JOB, type PretranslatePayload } from "./send";

/** Segments per batch. Few, so that a cancelled job stops soon and loses little work. */
const BATCH = 50;
/** Engines that need fewer milliseconds per segment get larger batches, because each batch costs database time. */
const QUICK_MS = 10;
const QUICK_BATCH = 150;
/** Concurrent batches, so that the engine has work while a batch is written. */
const LANES = 3;

/**
 * Pretranslates one language of a project in batches: from confirmed texts of the project, then memories, then the
 * engine. Each batch commits with its progress, so that a restarted job continues after it.
 */
export const pretranslateJob = defineJob(PRETRANSLATE_JOB, { run, onFailure, retry });

async function run(job: Job<PretranslatePayload>, context: JobContext) {
  const { payload } = job;
  const project = await requireProjectRow(job.accountId, payload.projectId);
  const picker = new SegmentQueue({ ...payload, accountId: job.accountId, jobId: job.id });
  const survey = await picker.survey();
  const before = await readProgress(db(), job);
  await context.progress(before.done, before.done + before.failed + survey.open);

  const failure = new AbortController();
  const signal = AbortSignal.any([context.signal, failure.signal]);
  const ways = {
    memoryIds: payload.method.includes("tm") ? (await memoriesOf(db(), job.accountId, project.id)).read : null,
    work: payload.method.includes("mt") ? await noteWaiting(job, engineWork(project, payload, signal)) : null,
  };
  let size = BATCH;
  let pauses = false;
  let picking: Promise<unknown> = Promise.resolve();
  const pick = () => {
    const picked = picking.then(() => (pauses ? [] : picker.next(size)));
    picking = picked.catch(() => {});
    return picked;
  };
  const lane = async () => {
    for (let batch = await pick(); batch.length > 0; batch = await pick()) {
      signal.throwIfAborted();
      const from = performance.now();
      const filled = await fillBatch(project, payload.language, batch, ways);
      size = (performance.now() - from) / batch.length < QUICK_MS ? QUICK_BATCH : BATCH;
      signal.throwIfAborted();
      await commitBatch(job, payload, project, filled);
      pauses ||= (await context.shouldPause()) || (await mustStay(job, ways.work));
    }
  };
  await allOrNone(Array.from({ length: LANES }, lane), failure);
  if (pauses) throw new JobPaused();
  const { work } = ways;
  const noEngine = payload.method.includes("mt") && work === null;
  const ignored = work ? new FailoverRoute(work.hops, work).ignored(work.options ?? {}) : [];
  const warnings = ofIgnored(ignored, work?.options).map(({ code, message }) => ({ code, message }));
  return (tx: Transaction) => finish(tx, job, payload, { ...survey, warnings, noEngine });
}

async function readProgress(tx: Transaction, { id, accountId }: Job<unknown>) {
  const [row] = await tx
    .select({ done: jobs.progressDone, failed: jobs.progressFailed, result: jobs.result })
    .from(jobs)
    .where(and(eq(jobs.accountId, accountId), eq(jobs.id, id)));
  return { done: row?.done ?? 0, failed: row?.failed ?? 0, result: row?.result ?? {} };
}

/** If a required model is not installed yet, stores the model in the job's result and requeues the job. */
async function noteWaiting<T>(job: Job<unknown>, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (waitsForModel(error)) {
      const { pair, progress, downloadBytes, reason } = error.details;
      const waitingFor = JSON.stringify({ waitingFor: { pair, progress, downloadBytes, reason } });
      await db()
        .update(jobs)
        .set({ result: sql`coalesce(${jobs.result}, '{}'::jsonb) || ${waitingFor}::jsonb` })
        .where(and(eq(jobs.accountId, job.accountId), eq(jobs.id, job.id), eq(jobs.attempts, job.attempt)));
    }
    throw error;
  }
}

/** How to call the engine; null if none supports the pair. */
async function engineWork(
  project: ProjectRow,
  { language, engine, options }: PretranslatePayload,
  signal: AbortSignal,
): Promise<Work | null> {
  const scope = { localOnly: await isLocalOnly(project.accountId), engine };
  if (!(await canTranslate(project.sourceLanguage, language, scope))) {
    const asking = { ...scope, accountId: project.accountId };
    if (!(await awaitModels(project.sourceLanguage, language, asking, signal))) return null;
  }
  const { hops } = await resolvePair(project.sourceLanguage, language, scope);
  if (!hops) return null;
  return {
    hops,
    ...scope,
    priority: "bulk",
    signal,
    wantsQuality: true,
    ...(await projectTerms(project, language, options)),
  };
}

/** True if the account now forbids sending texts to other machines: the job then continues without remote engines. */
async function mustStay({ accountId }: Job<unknown>, work: Work | null): Promise<boolean> {
  return work !== null && !work.localOnly && (await isLocalOnly(accountId));
}

async function isLocalOnly(accountId: string): Promise<boolean> {
  const [account] = await db()
    .select({ localOnly: accounts.localOnly })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return account?.localOnly ?? false;
}

type Summary = ScopeCounts & {
  readonly warnings: readonly Pick<Warning, "code" | "message">[];
  /** True if machine translation was requested but no engine supports the pair. */
  readonly noEngine: boolean;
};

async function finish(tx: Transaction, job: Job<unknown>, payload: PretranslatePayload, survey: Summary) {
  const { failed, result } = await readProgress(tx, job);
  const count = (name: string) => Number(result[name] ?? 0);
  const { excluded, humanText, machineText } = survey;
  const summary = {
    tm: count("tm"),
    repetitions: count("repetitions"),
    mt: count("mt"),
    skipped: {
      excluded,
      humanText,
      machineText,
      noMatch: count("noMatch"),
      changedMeanwhile: count("changedMeanwhile"),
    },
    ...(survey.noEngine ? { noEngine: true } : {}),
    ...(survey.warnings.length > 0 ? { warnings: survey.warnings } : {}),
  };
  const { projectId, language, actor } = payload;
  const data = { jobId: job.id, language, ...summary, failed };
  await recordEvent(tx, { accountId: job.accountId, projectId, type: "translations.pretranslated", actor, data });
  if (failed > 0) await recordPartialFailure(tx, job, payload, failed);
  return { state: failed > 0 ? ("partially_failed" as const) : ("succeeded" as const), result: summary };
}

async function onFailure(
  job: Job<PretranslatePayload>,
  error: { code: string; message: string },
  tx: Transaction,
): Promise<void> {
  await recordFailure(tx, job, job.payload, error);
}

async function retry(tx: Transaction, failed: FailedJob<PretranslatePayload>): Promise<PretranslatePayload> {
  const { payload } = failed;
  await keepProjectOpen(tx, failed.accountId, payload.projectId);
  return { ...payload, ...(failed.segmentIds.length > 0 ? { segmentIds: failed.segmentIds } : {}) };
}
