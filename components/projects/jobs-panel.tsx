"use client";

import { useLocale, useTranslations } from "use-intl";
import { useByteSize } from "@/components/files/byte-size";
import { useWhyNot } from "@/components/language/why-not";
import { Button } from "@/components/ui/button";
import { CancelJobs } from "@/components/ui/cancel-jobs";
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
import { currentJobs, didNothing, groupedJobs, modelFault, waitedModel } from "./current-jobs";
import { useNamedLanguages } from "./language-options";

const SHOWN = 5;
const UNDOABLE: readonly string[] = ["pretranslate", "bulk_edit", "target_import"];

type JobsPanelProps = {
  readonly project: Project;
  /** The latest jobs. */
  readonly jobs: readonly Job[];
  /** `current`: jobs that run, have failed or had no effect. `recent`: the last jobs, which can be undone. */
  readonly show: "current" | "recent";
  readonly mayChange: boolean;
};

/** Jobs of a project: progress, cancellation, retry of failures, undo. Nothing if there are none. */
export function JobsPanel({ project, jobs: first, show, mayChange }: JobsPanelProps) {
  const t = useTranslations("projects");
  const { data } = useProjectJobs(project.id, first, project.activity !== null);
  const all = data ?? [];
  const groups = show === "recent" ? all.slice(0, SHOWN).map((job) => [job]) : groupedJobs(currentJobs(project, all));
  if (groups.length === 0) return null;
  return (
    <Section title={t("jobs")}>
      <Card>
        <ul className="divide-y divide-line" aria-label={t("jobs")}>
          {groups.map((group) => {
            const [job] = group;
            return group.length > 1 ? (
              <JobGroup key={job!.type} jobs={group} mayChange={mayChange} />
            ) : (
              <JobRow key={job!.id} project={project} job={job!} mayChange={mayChange} />
            );
          })}
        </ul>
      </Card>
    </Section>
  );
}

type JobRowProps = { readonly project: Project; readonly job: Job; readonly mayChange: boolean };

function JobRow({ project, job, mayChange }: JobRowProps) {
  const t = useTranslations("projects");
  const locale = useLocale();
  const typeName = useJobTypeName();
  const deed = useJobAction(project.id);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <div className="flex min-w-48 grow flex-col gap-1">
        <Facts
          facts={[
            typeName(job),
            ...(job.document ? [<bdi key="document">{job.document.path}</bdi>] : []),
            ...(job.language ? [languageName(job.language, locale)] : []),
          ]}
        />
        <JobState project={project} job={job} />
      </div>
      <Time value={job.createdAt} show="relative" className="text-muted" />
      {mayChange ? (
        <JobDeeds job={job} pending={deed.isPending} onDeed={(kind) => deed.mutate({ id: job.id, deed: kind })} />
      ) : null}
      <Failure error={deed.error} title={t("notDone")} />
    </li>
  );
}

type JobGroupProps = { readonly jobs: readonly Job[]; readonly mayChange: boolean };

/** Unfinished jobs of one type, on one line. */
function JobGroup({ jobs, mayChange }: JobGroupProps) {
  const t = useTranslations("projects");
  const named = useNamedLanguages();
  const typeName = useJobTypeName();
  const languages = [...new Set(jobs.flatMap(({ language }) => language ?? []))];
  const running = jobs.filter(({ status }) => status === "running").length;
  const text = t("jobsInWork", { running, queued: jobs.length - running });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <div className="flex min-w-48 grow flex-col gap-1">
        <Facts facts={[typeName(jobs[0]!), ...(languages.length > 0 ? [named(languages)] : [])]} />
        <Progress label={typeName(jobs[0]!)} percent={null} valueText={text} />
        <span className="tabular text-muted">{text}</span>
      </div>
      {mayChange ? (
        <CancelJobs jobs={jobs} size="sm">
          {t("stopJobs")}
        </CancelJobs>
      ) : null}
    </li>
  );
}

function useJobTypeName(): (job: Job) => string {
  const t = useTranslations("projects");
  return ({ type }) => (t.has(`jobTypes.${type as "export"}`) ? t(`jobTypes.${type as "export"}`) : type);
}

function JobState({ project, job }: { project: Project; job: Job }) {
  const t = useTranslations("projects");
  const words = useTranslations("project");
  const locale = useLocale();
  const errorText = useErrorText();
  const byteSize = useByteSize();
  const whyNot = useWhyNot();
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
  const reason = modelFault(job);
  if (job.status === "queued" && reason)
    return (
      <span className="text-warning">
        {errorText(errorOfRecord({ code: "model_unavailable", message: "", reason }))}
      </span>
    );
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
              why: whyNot({ source: project.sourceLanguage, target: job.language }).line,
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
      <CancelJobs jobs={[job]} size="sm">
        {t("stopJob")}
      </CancelJobs>
    );
  // A damaged document needs a new version.
  const isHopeless = job.type === "document_import" && job.error !== null && !isTemporary(job.error);
  const mayRetry = (job.status === "failed" || job.status === "partially_failed") && !isHopeless;
  const mayUndo = UNDOABLE.includes(job.type) && job.progress.done > 0 && !didNothing(job);
  if (!mayRetry && !mayUndo) return null;
  return (
    <span className="flex gap-1.5">
      {mayRetry ? (
        <Button icon={RotateCw} size="sm" pending={pending} onClick={() => onDeed("retry")}>
          {t("retryJob")}
        </Button>
      ) : null}
      {mayUndo ? (
        <Button size="sm" variant="ghost" pending={pending} onClick={() => onDeed("undo")}>
          <Undo2 className="flip-rtl" />
          {t("undoJob")}
        </Button>
      ) : null}
    </span>
  );
}
