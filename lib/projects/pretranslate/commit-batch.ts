import { and, eq, isNull, sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { segments, translations } from "@/db/schema";
import { recordWork } from "@/lib/identity/quota/usage";
import { changeProject } from "@/lib/projects/change/change-project";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import type { ProjectRow } from "@/lib/projects/require-project";
import { type Change, changeTranslations } from "@/lib/projects/translations/change-translations";
import { SYSTEM } from "@/lib/work/events/actor";
import { commitStep, type Job } from "@/lib/work/jobs/queue";
import { recordItemErrors } from "@/lib/work/jobs/steps";
import type { Filled } from "./fill-batch";
import type { PretranslatePayload } from "./send";

/**
 * Writes the results of a batch with the job's progress. Does not replace translations changed since they were read.
 */
export async function commitBatch(
  job: Job<unknown>,
  { language }: PretranslatePayload,
  { id: projectId, sourceLanguage }: ProjectRow,
  batch: readonly Filled[],
): Promise<void> {
  const write = async (change: ProjectChange) => {
    const { tx, project } = change;
    const current = await unchanged(tx, project, language, batch);
    const faulty = current.filter(({ fault }) => fault);
    const filled = current.filter(({ text }) => text);
    const changes = filled.map(({ segment, text, typed }): Change => {
      const { origin } = text!;
      const detail = { ...origin.detail, jobId: job.id };
      return {
        segmentId: segment.id,
        ...text!,
        origin: { type: origin.type, detail },
        edited: typed !== null,
        outdated: false,
      };
    });
    await changeTranslations(change, language, changes, { batchId: job.id });
    await recordItemErrors(
      tx,
      job,
      faulty.map(({ segment, fault }) => ({ ...fault!, segmentId: segment.id, language })),
    );
    const count = (type: string) => filled.filter(({ text }) => text!.origin.type === type).length;
    await commitStep(tx, job, {
      done: batch.length - faulty.length,
      failed: faulty.length,
      result: {
        tm: count("tm"),
        repetitions: count("repetition"),
        mt: count("mt"),
        noMatch: current.filter(({ text, fault }) => !text && !fault).length,
        changedMeanwhile: batch.length - current.length,
      },
    });
    await meter(tx, job, project.id, filled, sourceLanguage, language);
  };
  const target = { accountId: job.accountId, projectId, actor: SYSTEM };
  await db().transaction((tx) => changeProject(tx, target, write));
}

/** The segments of a batch that have not changed since they were read. */
async function unchanged(
  tx: Transaction,
  project: ProjectRow,
  language: string,
  batch: readonly Filled[],
): Promise<readonly Filled[]> {
  const rows = await tx
    .select({ id: segments.id, revision: translations.revision, hash: segments.sourceHash })
    .from(segments)
    .innerJoin(translations, and(eq(translations.segmentId, segments.id), eq(translations.language, language)))
    .where(
      and(
        eq(segments.accountId, project.accountId),
        sql`${segments.id} = any(${sql.param(batch.map(({ segment }) => segment.id))}::text[])`,
        isNull(segments.removedIn),
        eq(segments.excluded, false),
      ),
    );
  const now = new Map(rows.map((row) => [row.id, row]));
  return batch.filter(({ segment, revision }) => {
    const row = now.get(segment.id);
    return row?.revision === revision && row.hash === segment.sourceHash;
  });
}

/** Counts the engine's work in the account's usage. */
async function meter(
  tx: Transaction,
  job: Job<unknown>,
  projectId: string,
  written: readonly Filled[],
  source: string,
  target: string,
): Promise<void> {
  const byEngine = new Map<string, number>();
  for (const { segment, text } of written) {
    const { type, detail } = text!.origin;
    if (type !== "mt" || !detail?.engine) continue;
    byEngine.set(detail.engine, (byEngine.get(detail.engine) ?? 0) + segment.charCount);
  }
  for (const [engine, characters] of byEngine)
    await recordWork(tx, {
      accountId: job.accountId,
      keyId: null,
      endpoint: "POST /projects/{projectId}/pretranslate",
      engine,
      source,
      target,
      projectId,
      characters,
      files: 0,
    });
}
