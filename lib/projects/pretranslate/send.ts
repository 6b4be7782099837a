import { z } from "zod";
import type { Transaction } from "@/db/client";
import type { ProjectRow } from "@/lib/projects/require-project";
import type { Filter } from "@/lib/projects/segments/filter";
import { BulkBody } from "@/lib/schemas/bulk-edits";
import { PretranslateBody } from "@/lib/schemas/pretranslate";
import { translationOptions } from "@/lib/schemas/translation-options";
import type { TranslationOptions } from "@/lib/translation/resources";
import { type Actor, StoredActor } from "@/lib/work/events/actor";
import { LONG_COST } from "@/lib/work/jobs/fairness";
import { jobType } from "@/lib/work/jobs/job-type";
import { STEP_TRIES, sendJob } from "@/lib/work/jobs/queue";

/**
 * - `never`: only segments without text, and machine translations whose source changed;
 * - `machine`: also unedited machine translations;
 * - `all`: everything. Earlier revisions stay, so that this can be undone.
 */
export type Overwrite = z.output<typeof PretranslateBody>["overwrite"];
export type Method = z.output<typeof PretranslateBody>["method"][number];

export type PretranslateRequest = {
  readonly languages: readonly string[];
  /** Absent means all documents. */
  readonly documentIds?: readonly string[];
  /** Absent means all segments of these documents. */
  readonly segmentIds?: readonly string[];
  /** Absent means no filter. */
  readonly filter?: Filter;
  readonly method: readonly Method[];
  readonly overwrite: Overwrite;
  /** Id of the only engine to use; absent means the best available one. */
  readonly engine?: string;
  readonly options?: TranslationOptions;
};

const PretranslatePayload = z.object({
  projectId: z.string(),
  language: z.string(),
  actor: StoredActor,
  documentIds: z.array(z.string()).readonly().optional(),
  segmentIds: z.array(z.string()).readonly().optional(),
  filter: BulkBody.shape.filter.unwrap().optional(),
  method: PretranslateBody.shape.method.unwrap().readonly(),
  overwrite: PretranslateBody.shape.overwrite.unwrap(),
  engine: z.string().optional(),
  options: z.object(translationOptions).optional(),
});
export type PretranslatePayload = z.output<typeof PretranslatePayload>;
/** The job that pretranslates a language of a project. */
export const PRETRANSLATE_JOB = jobType("pretranslate", PretranslatePayload, LONG_COST);

/** Queues one job per language in the transaction that requires them. Returns the jobs' ids, in order. */
export async function sendPretranslate(
  tx: Transaction,
  project: ProjectRow,
  { languages, ...request }: PretranslateRequest,
  actor: Actor,
): Promise<string[]> {
  const ids: string[] = [];
  for (const language of languages) {
    const payload: PretranslatePayload = { ...request, projectId: project.id, language, actor };
    ids.push(
      await sendJob(tx, {
        accountId: project.accountId,
        projectId: project.id,
        createdBy: actor.id,
        type: PRETRANSLATE_JOB,
        payload,
        maxAttempts: STEP_TRIES,
      }),
    );
  }
  return ids;
}
