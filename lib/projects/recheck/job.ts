import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { segments, translations } from "@/db/schema";
import { changeProject } from "@/lib/projects/change/change-project";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import { recordFailure, retryPayload } from "@/lib/projects/jobs/failed-jobs";
import { targetLanguages } from "@/lib/projects/languages/require-language";
import { CounterChanges } from "@/lib/projects/progress/counters";
import type { ProjectRow } from "@/lib/projects/require-project";
import { requireProjectRow } from "@/lib/projects/require-project";
import { countMatching } from "@/lib/projects/segments/list-segments";
import { demoteMisreadings } from "@/lib/projects/segments/qa-issues";
import { checkChanged } from "@/lib/projects/translations/check-changed";
import { hasText, selectPresent } from "@/lib/projects/translations/translation-rows";
import { SYSTEM } from "@/lib/work/events/actor";
import { defineJob } from "@/lib/work/jobs/define-job";
import { RECHECK_JOB } from "@/lib/work/jobs/recheck";
import { type CheckpointStep, runSteps } from "@/lib/work/jobs/steps";

/** Translations per transaction. */
const BATCH_SIZE = 200;

/** Runs the checks on every text of a project again, step by step. */
export const recheckJob = defineJob(RECHECK_JOB, {
  run: async (job, context) => {
    const { projectId } = job.payload;
    const project = await requireProjectRow(job.accountId, projectId);
    const texts = and(eq(segments.projectId, project.id), isNull(segments.removedIn), hasText);
    const total = () => countMatching(texts);
    await runSteps(job, context, total, (tx, after) => takeStep(tx, project, after));
    const languages = await targetLanguages(project.id);
    return async (tx) => {
      const target = { accountId: job.accountId, projectId, actor: SYSTEM, allowArchived: true, allowCancelled: true };
      await changeProject(tx, target, async (change) => {
        for (const language of languages) await demoteMisreadings(change, language);
      });
    };
  },
  onFailure: (job, error, tx) => recordFailure(tx, job, { ...job.payload, actor: SYSTEM }, error),
  retry: retryPayload,
});

function takeStep(tx: Transaction, project: ProjectRow, after: string): Promise<CheckpointStep | null> {
  const { accountId, id: projectId } = project;
  const target = { accountId, projectId, actor: SYSTEM, allowArchived: true, allowCancelled: true };
  return changeProject(tx, target, (change) => checkNext(change, after));
}

async function checkNext(change: ProjectChange, after: string): Promise<CheckpointStep | null> {
  const { tx, project } = change;
  const [lastLanguage = "", lastSegment = ""] = after.split(" ");
  const remaining = and(
    hasText,
    sql`(${translations.language}, ${translations.segmentId}) > (${lastLanguage}, ${lastSegment})`,
  );
  const rows = await selectPresent(tx, project, remaining)
    .orderBy(asc(translations.language), asc(translations.segmentId))
    .limit(BATCH_SIZE);
  const language = rows[0]?.before.language;
  if (language === undefined) return null;
  const ofOne = rows.filter(({ before }) => before.language === language);
  const { checked, keepFindings } = await checkChanged(
    change,
    language,
    ofOne.map((row) => ({ ...row, after: row.before, editMs: null })),
  );
  await keepFindings();
  const counters = new CounterChanges();
  for (const { segment, before, after: now } of checked) {
    if (before.qaErrors === now.qaErrors && before.qaWarnings === now.qaWarnings) continue;
    counters.add(segment, before, now);
    await tx
      .update(translations)
      .set({ qaErrors: now.qaErrors, qaWarnings: now.qaWarnings })
      .where(and(eq(translations.segmentId, segment.id), eq(translations.language, language)));
  }
  await counters.apply(change, language);
  const { length } = ofOne;
  return {
    checkpoint: `${language} ${ofOne.at(-1)!.segment.id}`,
    done: length,
    failed: 0,
    result: { checked: length },
  };
}
