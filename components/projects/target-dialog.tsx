"use client";

import { useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { CancelJobs } from "@/components/ui/cancel-jobs";
import { Dialog } from "@/components/ui/dialog";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { FileInput } from "@/components/ui/input";
import { JobFailure } from "@/components/ui/job-failure";
import { Progress } from "@/components/ui/progress";
import { Select } from "@/components/ui/select";
import { type TargetMode, useImportTarget } from "@/lib/client/import-target";
import { isUnfinished, useImportLeft } from "@/lib/client/jobs";
import type { ProjectDocument } from "@/lib/schemas/documents";
import type { Job } from "@/lib/schemas/jobs";
import type { Project } from "@/lib/schemas/projects";
import { languageName } from "@/lib/text/languages";
import { languageInPath } from "@/lib/text/locale-files";
import { ImportConflicts } from "./import-conflicts";

const MODES = ["translated", "draft", "suggest"] as const satisfies readonly TargetMode[];

type TargetDialogProps = {
  readonly project: Project;
  readonly document: ProjectDocument;
  readonly mayCancel: boolean;
  readonly onClose: () => void;
};

/** Imports translations of a document from a file, and shows the result. */
export default function TargetDialog({ project, document, mayCancel, onClose }: TargetDialogProps) {
  const t = useTranslations("projects");
  const locale = useLocale();
  const [file, setFile] = useState<File | null>(null);
  const [language, setLanguage] = useState(project.languages[0]?.language ?? "");
  const [mode, setMode] = useState<TargetMode>("translated");
  const { send, job } = useImportTarget(project.id);
  if (job) return <Report project={project} job={job} mode={mode} mayCancel={mayCancel} onClose={onClose} />;
  return (
    <FormDialog
      title={t("bring")}
      description={t("bringText", { name: document.path })}
      submitLabel={t("bringSubmit")}
      pending={send.isPending}
      disabled={!file}
      onSubmit={() => file && send.mutate({ documentId: document.id, language, mode, file })}
      onClose={onClose}
    >
      <Field label={t("file")}>
        <FileInput
          onChange={(event) => {
            const chosen = event.target.files?.[0] ?? null;
            const languages = project.languages.map((one) => one.language);
            const named = chosen && languageInPath(chosen.name, languages);
            if (named) setLanguage(named);
            setFile(chosen);
          }}
        />
      </Field>
      <Field label={t("language")}>
        <Select
          value={language}
          onValueChange={setLanguage}
          options={project.languages.map((one) => [one.language, languageName(one.language, locale)])}
        />
      </Field>
      <Field label={t("bringMode")} hint={t(`bringModeTexts.${mode}`)}>
        <Select value={mode} onValueChange={setMode} options={MODES.map((one) => [one, t(`bringModes.${one}`)])} />
      </Field>
      <Failure error={send.error} title={t("bringFailed")} />
    </FormDialog>
  );
}

const COUNTS = ["accepted", "unchanged", "replaced", "kept", "conflicts", "notFound", "notUnderstood"] as const;

function Report({
  project,
  job,
  mode,
  mayCancel,
  onClose,
}: {
  readonly project: Project;
  readonly job: Job;
  readonly mode: TargetMode;
  readonly mayCancel: boolean;
  readonly onClose: () => void;
}) {
  const t = useTranslations("projects");
  const ui = useTranslations("ui");
  const { done, total } = job.progress;
  const countOf = (name: string) => Number(job.result?.[name] ?? 0);
  const unread = countOf("notFound") + countOf("notUnderstood");
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("bring")}
      footer={
        <>
          {mayCancel ? <CancelJobs jobs={[job]}>{ui("cancelImport")}</CancelJobs> : null}
          <Button variant="primary" onClick={onClose}>
            {ui("close")}
          </Button>
        </>
      }
    >
      {isUnfinished(job) ? (
        <Progress label={t(`jobStatus.${job.status as "running"}`)} percent={total > 0 ? (done / total) * 100 : null} />
      ) : job.status === "succeeded" ? (
        <div role="status" className="flex flex-col gap-4">
          <p className="text-sm font-medium">
            {t("bringRead", { read: countOf("values") - unread, values: countOf("values") })}
          </p>
          <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-4">
            {COUNTS.filter((count) => count === "accepted" || countOf(count) > 0).map((count) => (
              <div key={count}>
                <dt className="text-muted">{t(`bringCounts.${count}`)}</dt>
                <dd className="tabular text-lg">{countOf(count)}</dd>
              </div>
            ))}
          </dl>
          {countOf("conflicts") > 0 ? <ImportConflicts jobId={job.id} project={project} /> : null}
          {unread + countOf("conflicts") + countOf("kept") > 0 ? <LeftTexts jobId={job.id} /> : null}
          {mode === "suggest" ? <p className="text-sm text-muted">{t("bringModeTexts.suggest")}</p> : null}
        </div>
      ) : (
        <JobFailure job={job} title={t("bringFailed")} cancelled={t("bringCancelled")} />
      )}
    </Dialog>
  );
}

/** Texts of the file that were not imported, with reason and line. */
function LeftTexts({ jobId }: { readonly jobId: string }) {
  const t = useTranslations("projects");
  const { data } = useImportLeft(jobId);
  if (!data) return null;
  return (
    <section className="flex flex-col gap-2 text-sm">
      <h3 className="font-medium">{t("bringLeft")}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <ul tabIndex={0} aria-label={t("bringLeft")} className="flex max-h-48 flex-col gap-1 overflow-y-auto">
        {data.values.map(({ key, outcome, line }, i) => (
          <li key={i} className="flex flex-wrap justify-between gap-x-4">
            <code className="break-all">{key}</code>
            <span className="text-muted">
              {t(`bringCounts.${outcome === "conflict" ? "conflicts" : outcome}`)}
              {line === null ? null : ` · ${t("bringLine", { line })}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
