"use client";

import { useState } from "react";
import { useTranslations } from "use-intl";
import { ImportCounts, useSkipReason } from "@/components/language-resources/import-counts";
import { CancelJobs } from "@/components/ui/cancel-jobs";
import { Failure } from "@/components/ui/failure";
import { JobFailure } from "@/components/ui/job-failure";
import { Progress } from "@/components/ui/progress";
import { isUnfinished } from "@/lib/client/jobs";
import { type ImportJob, useImportJob } from "@/lib/client/memories";

/** An import that continues after its dialog was closed, and why it ended early. */
export function ContinuedImport({ job: first }: { job: ImportJob }) {
  const t = useTranslations("memories");
  const ui = useTranslations("ui");
  const resources = useTranslations("resources");
  const { data: job } = useImportJob(first);
  // The dialog has already reported the end of other imports.
  const [isContinued] = useState(isUnfinished(job));
  if (!isContinued) return null;
  return (
    <div className="flex flex-col items-start gap-3 empty:hidden">
      <ImportProgress job={job} />
      <CancelJobs jobs={[job]} size="sm">
        {ui("cancelImport")}
      </CancelJobs>
      <JobFailure job={job} title={resources("importFailed")} cancelled={t("importCancelled")} />
    </div>
  );
}

/** Cancels an import while it runs. */
export function CancelImport({ job: first }: { job: ImportJob }) {
  const ui = useTranslations("ui");
  const { data: job } = useImportJob(first);
  return <CancelJobs jobs={[job]}>{ui("cancelImport")}</CancelJobs>;
}

/** Progress of an import. Nothing after it has ended. */
function ImportProgress({ job }: { job: ImportJob }) {
  const t = useTranslations("memories");
  if (!isUnfinished(job)) return null;
  const { done, failed, total } = job.progress;
  const text = t("importProgress", { done: done + failed, total });
  return (
    <div className="flex flex-col gap-2 self-stretch">
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
      <Failure error={error} onRetry={() => void refetch()} />
      <ImportProgress job={job} />
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
