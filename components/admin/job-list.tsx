"use client";

import { Suspense } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm";
import { EmptyState } from "@/components/ui/empty-state";
import { Facts } from "@/components/ui/facts";
import { Failure } from "@/components/ui/failure";
import { CircleCheck, RotateCcw, Trash2 } from "@/components/ui/icons";
import { LoadMore } from "@/components/ui/pagination";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { useLayer } from "@/components/ui/use-layer";
import { type JobPage, useDeleteJob, useFailedJobs, useRetryJob } from "@/lib/client/admin";
import { errorOfRecord } from "@/lib/client/error-record";
import { useErrorText } from "@/lib/client/texts";
import type { FailureCause } from "@/lib/vocabulary/engines";

type Job = JobPage["jobs"][number];

type JobListProps = { readonly cause: FailureCause; readonly jobs: JobPage };

/** Permanently failed jobs with the same cause, to dismiss or, unless their content is at fault, to retry. */
export function JobList({ cause, jobs: first }: JobListProps) {
  const t = useTranslations("admin");
  const jobs = useFailedJobs(cause, first);
  const retry = useRetryJob();
  const remove = useDeleteJob();
  const [asking, ask, close] = useLayer<Job>();
  const shown = jobs.data?.pages.flatMap((page) => page.jobs) ?? [];
  const error = retry.error ?? jobs.error;
  return (
    <>
      <Failure error={error} title={t("jobsFailed")} onRetry={() => void jobs.refetch()} />
      {jobs.isSuccess && shown.length === 0 ? (
        <EmptyState icon={<CircleCheck />} title={t("noJobs")}>
          {t("noJobsText")}
        </EmptyState>
      ) : null}
      {shown.length > 0 ? (
        <>
          <Card>
            <ul className="divide-y divide-line">
              {shown.map((job) => (
                <li key={job.id} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 p-4">
                  <JobFacts job={job} />
                  <div className="flex gap-2">
                    {cause === "server" ? (
                      <Button
                        icon={RotateCcw}
                        size="sm"
                        pending={retry.isPending && retry.variables === job.id}
                        onClick={() =>
                          retry.mutate(job.id, { onSuccess: () => toast(t("queuedAgain"), { tone: "success" }) })
                        }
                      >
                        {t("retry")}
                        <span className="sr-only"> {job.id}</span>
                      </Button>
                    ) : null}
                    <Button icon={Trash2} size="sm" variant="danger-ghost" onClick={() => ask(job)}>
                      {t("forget")}
                      <span className="sr-only"> {job.id}</span>
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          </Card>
          <LoadMore list={jobs} shown={shown.length} />
        </>
      ) : null}
      <Suspense fallback={null}>
        {asking ? (
          <ConfirmDialog
            title={t("forgetTitle")}
            confirmLabel={t("forget")}
            action={remove}
            input={asking.id}
            doneText={t("forgotten")}
            onClose={close}
          >
            {t("forgetText")}
          </ConfirmDialog>
        ) : null}
      </Suspense>
    </>
  );
}

function JobFacts({ job }: { job: Job }) {
  const t = useTranslations("admin");
  const errorText = useErrorText();
  const type = `jobTypes.${job.type.replace(".", "_")}` as "jobTypes.file";
  return (
    <div className="flex min-w-0 flex-col gap-1 text-sm">
      <h3 className="text-base">
        <Facts
          facts={[
            t.has(type) ? t(type) : job.type,
            <bdi key="account" className="text-sm font-normal text-muted">
              {job.accountName}
            </bdi>,
          ]}
        />
      </h3>
      {job.error && job.cause === "content" ? <p>{errorText(errorOfRecord(job.error))}</p> : null}
      {job.error && job.cause === "server" ? (
        // The message in the log, for operators.
        <p lang="en" dir="ltr" className="break-words text-danger">
          {job.error.message}
        </p>
      ) : null}
      <Facts
        className="text-muted"
        facts={[
          ...(job.cause === "server" ? [t("tries", { count: job.attempts })] : []),
          <Time key="time" value={job.finishedAt ?? job.createdAt} show="relative" />,
          <code key="id" dir="ltr" className="font-mono text-xs break-all">
            {job.cause === "server" && job.error ? `${job.error.code} · ` : null}
            {job.id}
          </code>,
        ]}
      />
    </div>
  );
}
