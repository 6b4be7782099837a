"use client";

import { useTranslations } from "use-intl";
import { Section } from "@/components/ui/card";
import type { JobPage } from "@/lib/client/admin";
import { JobList } from "./job-list";

type FailedJobsProps = {
  /** Jobs that failed because of this server or a service. */
  readonly failures: JobPage;
  /** Jobs that failed because of their content, such as damaged files. */
  readonly rejected: JobPage;
};

/** Permanently failed jobs. Damaged files of users are collapsed, because they need no administrator. */
export function FailedJobs({ failures, rejected }: FailedJobsProps) {
  const t = useTranslations("admin");
  return (
    <Section title={t("jobs")} description={t("jobsText")}>
      <JobList cause="server" jobs={failures} />
      {rejected.jobs.length > 0 ? (
        <details className="mt-2">
          <summary className="w-fit cursor-pointer rounded-sm text-sm font-medium">
            {t("contentJobs", { count: rejected.jobs.length, more: rejected.nextCursor === null ? "" : "+" })}
          </summary>
          <p className="mt-1 mb-3 max-w-prose text-sm text-muted">{t("contentJobsText")}</p>
          <JobList cause="content" jobs={rejected} />
        </details>
      ) : null}
    </Section>
  );
}
