"use client";

import { useTranslations } from "use-intl";
import { ImportCounts, useSkipReason } from "@/components/language-resources/import-counts";
import { Failure } from "@/components/ui/failure";
import { JobFailure } from "@/components/ui/job-failure";
import { Progress } from "@/components/ui/progress";
import { isUnfinished } from "@/lib/client/jobs";
import { type ImportJob, useImportJob } from "@/lib/client/memories";

/** Progress of an import; nothing once it has ended. */
export function ImportProgress({ job: first }: { job: ImportJob }) {
  const t = useTranslations("memories");
  const { data: job } = useImportJob(first);
  if (!isUnfinished(job)) return null;
  const { done, failed, total } = job.progress;
  const text = t("importProgress", { done: done + failed, total });
  return (
    <div className="flex flex-col gap-2">
      <Progress label={t("importing")} percent={total > 0 ? ((done + failed) / total) * 100 : null} valueText={text} />
      <p className="tabular text-sm text-muted">
        {t("importing")}: {text}
      </p>
    </div>
  );
}

/** Result of an import so far. */
export function ImportReport({ job: first }: { job: ImportJob }) {
  const t = useTranslations("memories");
  const resources = useTranslations("resources");
  const reason = useSkipReason();
  const { data: job, error, refetch } = useImportJob(first);
  const count = (name: string) => Number(job.result?.[name] ?? 0);
  return (
    <div className="flex flex-col gap-5">
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      <ImportProgress job={first} />
      {isUnfinished(job) ? <p className="text-sm text-muted">{t("importGoesOn")}</p> : null}
      <JobFailure job={job} title={resources("importFailed")} cancelled={t("importCancelled")} />
      <div role="status" aria-busy={isUnfinished(job)}>
        <ImportCounts counts={{ added: count("added"), updated: count("updated"), skipped: count("skipped") }} />
      </div>
      {job.errors.length > 0 ? (
        <section className="flex flex-col gap-2">
          <h3 className="text-sm font-medium">{resources("skippedTitle")}</h3>
          <ul className="divide-y divide-line rounded-md border border-line text-sm">
            {job.errors.map(({ code, count }) => (
              <li key={code} className="px-3 py-2">
                {resources("reasonCount", { count, reason: reason(code, code) })}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}
