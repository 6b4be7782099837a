import { isUnfinished } from "@/lib/client/jobs";
import type { Job } from "@/lib/schemas/jobs";
import type { Project } from "@/lib/schemas/projects";

const DAY_MS = 86_400_000;
/** Number of days for which a failure is shown. */
const FAILURE_DAYS = 7;

/**
 * The jobs that are relevant now: running ones, and those that failed or drafted nothing, unless a later job of the
 * same kind and document has followed. `jobs` are newest first.
 */
export function currentJobs(
  project: Pick<Project, "languages">,
  jobs: readonly Job[],
  now = Date.now(),
): readonly Job[] {
  const nameOf = ({ type, language, document }: Job) => `${type} ${language} ${document?.id}`;
  const isLatest = (job: Job, index: number) => jobs.findIndex((one) => nameOf(one) === nameOf(job)) === index;
  const lacksText = (job: Job) =>
    project.languages.some(({ language, progress }) => language === job.language && progress.segments.untranslated > 0);
  return jobs.filter((job, index) => {
    if (isUnfinished(job)) return true;
    if (!isLatest(job, index) || now - Date.parse(job.createdAt) > FAILURE_DAYS * DAY_MS) return false;
    const failed = job.status === "failed" || job.status === "partially_failed";
    return failed || (didNothing(job) && lacksText(job));
  });
}

/** Running and waiting jobs of one type are grouped at the position of the first one. All others are single. */
export function groupedJobs(jobs: readonly Job[]): readonly (readonly Job[])[] {
  const groups = new Map<string, Job[]>();
  for (const job of jobs) {
    const name = isUnfinished(job) && !waitedModel(job) && !modelFault(job) ? job.type : job.id;
    groups.set(name, [...(groups.get(name) ?? []), job]);
  }
  return [...groups.values()];
}

/** Number of texts that a drafting job filled, from its result or its event, which count them by origin. */
export function textsDrafted(counts: Readonly<Record<string, unknown>>): number {
  return [counts.tm, counts.repetitions, counts.mt].reduce<number>((sum, one) => sum + Number(one ?? 0), 0);
}

/** Whether a finished drafting job found texts without a translation but could fill none of them. */
export function didNothing({ type, status, result }: Pick<Job, "type" | "status" | "result">): boolean {
  if (type !== "pretranslate" || status !== "succeeded" || !result) return false;
  const { skipped } = result;
  const noMatch = skipped && typeof skipped === "object" ? (skipped as Record<string, unknown>).noMatch : 0;
  return textsDrafted(result) === 0 && Number(noMatch) > 0;
}

type WaitedModel = { readonly progress: number; readonly downloadBytes: number };

/** Why the language model for which a queued job waits cannot be installed now; null if nothing prevents it. */
export function modelFault({ result }: Pick<Job, "result">): string | null {
  const { reason } = (result?.waitingFor ?? {}) as { readonly reason?: unknown };
  return typeof reason === "string" && reason !== "model_limit" ? reason : null;
}

/** The language model for which a queued job waits; null if it only waits for its turn. */
export function waitedModel({ result }: Pick<Job, "result">): WaitedModel | null {
  const model = result?.waitingFor as Partial<WaitedModel> | undefined;
  if (typeof model?.progress !== "number" || typeof model.downloadBytes !== "number") return null;
  return { progress: model.progress, downloadBytes: model.downloadBytes };
}
