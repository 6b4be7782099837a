"use client";

import { useLocale, useTranslations } from "use-intl";
import { useByteSize } from "@/components/files/byte-size";
import { Button } from "@/components/ui/button";
import { CancelJob } from "@/components/ui/cancel-job";
import { Card, Section } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { FAILURE_TEXT, Failure } from "@/components/ui/failure";
import { RotateCw, Undo2 } from "@/components/ui/icons";
import { Progress } from "@/components/ui/progress";
import { Time } from "@/components/ui/time";
import { toneOfFailure } from "@/lib/client/api-error";
import { errorOfRecord, isTemporary } from "@/lib/client/error-record";
import { isUnfinished } from "@/lib/client/jobs";
import { useJobAction, useProjectJobs } from "@/lib/client/project-work";
import { useErrorText } from "@/lib/client/texts";
import type { Job } from "@/lib/schemas/jobs";
import type { Project } from "@/lib/schemas/projects";
import { languageName } from "@/lib/text/languages";
import { currentJobs, didNothing, waitedModel } from "./current-jobs";

const SHOWN = 5;
const UNDOABLE: readonly string[] = ["pretranslate", "bulk_edit", "target_import"];

type JobsPanelProps = {
  readonly project: Project;
  /** The latest jobs. */
  readonly jobs: readonly Job[];
  /** `current`: what runs, has failed or could do nothing. `recent`: the last ones, which can be undone. */
  readonly show: "current" | "recent";
  readonly mayChange: boolean;
};

/** Jobs of a project: progress, cancellation, retry of failures, undo. Nothing without jobs. */
export function JobsPanel({ project, jobs: first, show, mayChange }: JobsPanelProps) {
  const t = useTranslations("projects");
  const locale = useLocale();
  const { data } = useProjectJobs(project.id, first, project.activity !== null);
  const deed = useJobAction(project.id);
  const jobs = show === "recent" ? (data ?? []).slice(0, SHOWN) : currentJobs(project, data ?? []);
  if (jobs.length === 0) return null;
  return (
    <Section title={t("jobs")}>
      {deed.error ? <Failure error={deed.error} title={t("notDone")} /> : null}
      <Card>
        <ul className="divide-y divide-line" aria-label={t("jobs")}>
          {jobs.map((job) => (
            <li key={job.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm">
              <div className="flex min-w-48 grow flex-col gap-1">
                <Facts
                  facts={[
                    t.has(`jobTypes.${job.type as "export"}`) ? t(`jobTypes.${job.type as "export"}`) : job.type,
                    ...(job.document ? [<bdi key="document">{job.document.path}</bdi>] : []),
                    ...(job.language ? [languageName(job.language, locale)] : []),
                  ]}
                />
                <JobState project={project} job={job} />
              </div>
              <Time value={job.createdAt} show="relative" className="text-muted" />
              {mayChange ? (
                <JobDeeds
                  job={job}
                  pending={deed.isPending && deed.variables.id === job.id}
                  onDeed={(kind) => deed.mutate({ id: job.id, deed: kind })}
                />
              ) : null}
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  );
}

function JobState({ project, job }: { project: Project; job: Job }) {
  const t = useTranslations("projects");
  const words = useTranslations("project");
  const locale = useLocale();
  const errorText = useErrorText();
  const byteSize = useByteSize();
  const { done, failed, total } = job.progress;
  const model = job.status === "queued" ? waitedModel(job) : null;
  if (model) {
    const text = t("waitsForModel", {
      language: languageName(job.language ?? "", locale),
      size: byteSize(model.downloadBytes),
      progress: model.progress,
    });
    return (
      <>
        <Progress label={text} percent={100 * model.progress} valueText={text} />
        <span className="tabular text-muted">{text}</span>
      </>
    );
  }
  if (job.status === "queued") return <span className="text-muted">{t("jobStatus.queued")}</span>;
  if (isUnfinished(job))
    return (
      <Progress
        label={t(`jobStatus.${job.status}`)}
        percent={total > 0 ? ((done + failed) / total) * 100 : null}
        valueText={total > 0 ? t("jobProgress", { done: done + failed, total }) : undefined}
      />
    );
  if (didNothing(job))
    return (
      <span className="text-muted">
        {job.language && job.result?.noEngine
          ? words("nothingDraftedNoEngine", {
              source: languageName(project.sourceLanguage, locale),
              target: languageName(job.language, locale),
            })
          : words("nothingDrafted")}
      </span>
    );
  const error = job.error && errorOfRecord(job.error);
  return (
    <Facts
      className={job.status === "failed" ? FAILURE_TEXT[toneOfFailure(error)] : "text-muted"}
      facts={[
        t(`jobStatus.${job.status}`),
        ...(failed > 0 ? [t("jobFailed", { count: failed })] : []),
        ...(error ? [errorText(error)] : []),
      ]}
    />
  );
}

function JobDeeds({
  job,
  pending,
  onDeed,
}: {
  readonly job: Job;
  readonly pending: boolean;
  readonly onDeed: (deed: "retry" | "undo") => void;
}) {
  const t = useTranslations("projects");
  if (isUnfinished(job))
    return (
      <CancelJob job={job} size="sm">
        {t("stopJob")}
      </CancelJob>
    );
  // A damaged document needs another version.
  const isHopeless = job.type === "document_import" && job.error !== null && !isTemporary(job.error);
  const mayRetry = (job.status === "failed" || job.status === "partially_failed") && !isHopeless;
  const mayUndo = UNDOABLE.includes(job.type) && job.progress.done > 0 && !didNothing(job);
  if (!mayRetry && !mayUndo) return null;
  return (
    <span className="flex gap-1.5">
      {mayRetry ? (
        <Button size="sm" pending={pending} onClick={() => onDeed("retry")}>
          <RotateCw aria-hidden="true" />
          {t("retryJob")}
        </Button>
      ) : null}
      {mayUndo ? (
        <Button size="sm" variant="ghost" pending={pending} onClick={() => onDeed("undo")}>
          <Undo2 aria-hidden="true" className="flip-rtl" />
          {t("undoJob")}
        </Button>
      ) : null}
    </span>
  );
}
