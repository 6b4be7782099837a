import { and, asc, count, eq, isNotNull, sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { translations } from "@/db/schema";
import { type Job, noteStep } from "@/lib/jobs/queue";
import type { JobHandler } from "@/lib/jobs/runner";
import { SYSTEM } from "../actor";
import { checkChanged } from "../check-changed";
import { CounterChanges } from "../counters";
import { lockProject } from "../lock";
import { requireProjectRow } from "../require-project";
import { settleProject } from "../settle";
import { selectPresent } from "../translation-rows";
import type { RecheckPayload } from "./send";

/** Translations checked in one transaction. */
const AT_ONCE = 200;

type Place = { readonly language: string; readonly segmentId: string };

/** Checks every text of a project again, step by step. Doing it twice gives the same: a job taken up again begins anew. */
export const recheckJob: JobHandler = {
  run: async (job, context) => {
    const { projectId } = job.payload as unknown as RecheckPayload;
    const project = await requireProjectRow(job.accountId, projectId);
    const [found] = await db()
      .select({ total: count() })
      .from(translations)
      .where(and(eq(translations.projectId, project.id), isNotNull(translations.text)));
    let after: Place = { language: "", segmentId: "" };
    let done = 0;
    for (;;) {
      context.signal.throwIfAborted();
      const step = await db().transaction((tx) => takeStep(tx, job, projectId, after));
      if (step === null) break;
      after = step.last;
      done += step.count;
      await context.progress(done, Math.max(done, found?.total ?? 0));
    }
    return async () => {};
  },
  onFailure: async () => {},
  onCancel: async () => {},
};

async function takeStep(
  tx: Transaction,
  job: Job,
  projectId: string,
  after: Place,
): Promise<{ last: Place; count: number } | null> {
  const project = await lockProject(tx, job.accountId, projectId, { allowArchived: true, allowCancelled: true });
  const remaining = and(
    isNotNull(translations.text),
    sql`(${translations.language}, ${translations.segmentId}) > (${after.language}, ${after.segmentId})`,
  );
  const rows = await selectPresent(tx, project, remaining)
    .orderBy(asc(translations.language), asc(translations.segmentId))
    .limit(AT_ONCE);
  const language = rows[0]?.before.language;
  if (language === undefined) return null;
  const ofOne = rows.filter(({ before }) => before.language === language);
  const { checked, keepFindings } = await checkChanged(
    tx,
    project,
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
  await counters.apply(tx, language);
  await settleProject(tx, project, SYSTEM, { contentChanged: false });
  await noteStep(tx, job, { done: ofOne.length, failed: 0, result: { checked: ofOne.length } });
  return { last: { language, segmentId: ofOne.at(-1)!.segment.id }, count: ofOne.length };
}
