import type { Transaction } from "@/db/client";
import type { Actor } from "@/lib/events/actor";
import { STEP_TRIES, sendJob } from "@/lib/jobs/queue";
import type { ProjectRow } from "@/lib/projects/project-row";
import type { Filter } from "@/lib/projects/segments/filter";
import type { TranslationOptions } from "@/lib/translation/options";

/** Kind of the job that fills a language of a project. */
export const PRETRANSLATE_JOB = "pretranslate";

/**
 * - `never`: only what has no text, and machine drafts whose source has changed;
 * - `machine`: drafts of a machine too that nobody has touched;
 * - `all`: whatever stands there. The revisions before stay, so that it can be undone.
 */
export type Overwrite = "never" | "machine" | "all";
export type Method = "tm" | "mt";

export type PretranslateRequest = {
  readonly languages: readonly string[];
  /** Absent: all documents. */
  readonly documentIds?: readonly string[];
  /** Absent: all segments of these documents. */
  readonly segmentIds?: readonly string[];
  /** Absent: whatever stands there. */
  readonly filter?: Filter;
  readonly method: readonly Method[];
  readonly overwrite: Overwrite;
  /** Id of the only engine to use; absent: the best one that works. */
  readonly engine?: string;
  readonly options?: TranslationOptions;
};

/** What the job of one language is told. */
export type PretranslatePayload = Omit<PretranslateRequest, "languages"> & {
  readonly projectId: string;
  readonly language: string;
  readonly actor: Actor;
};

/** Queues one job for each language, in the transaction that makes them necessary. Gives their ids, in order. */
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
