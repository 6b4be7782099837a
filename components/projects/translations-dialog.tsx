"use client";

import { useState } from "react";
import { useDropzone } from "react-dropzone";
import { useLocale, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Dialog } from "@/components/ui/dialog";
import { Failure } from "@/components/ui/failure";
import { FileUp } from "@/components/ui/icons";
import { JobFailure } from "@/components/ui/job-failure";
import { Progress } from "@/components/ui/progress";
import { pathOfFile, useImportFiles, useImportTarget, useMatchFiles } from "@/lib/client/import-target";
import { isUnfinished } from "@/lib/client/jobs";
import type { MatchedFiles } from "@/lib/schemas/documents";
import type { Job } from "@/lib/schemas/jobs";
import type { Project } from "@/lib/schemas/projects";
import { languageName } from "@/lib/text/languages";
import { FolderButton } from "./folder-button";
import { ImportConflicts } from "./import-conflicts";

type Unmatched = MatchedFiles["unmatched"][number];

/** Imports many translated files, a folder or a ZIP. Before the import it shows what each file contains. */
export default function TranslationsDialog({
  project,
  onClose,
}: {
  readonly project: Project;
  readonly onClose: () => void;
}) {
  const t = useTranslations("projects");
  const ui = useTranslations("ui");
  const [files, setFiles] = useState<readonly File[]>([]);
  const match = useMatchFiles(project.id);
  const { send, job } = useImportFiles(project.id);
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    noClick: true,
    noKeyboard: true,
    // The page behind the dialog takes dropped files as documents.
    noDragEventsBubbling: true,
    disabled: job !== null,
    onDrop: (dropped) => choose(dropped),
  });
  const choose = (chosen: readonly File[]) => {
    setFiles(chosen);
    match.mutate(chosen);
  };
  const found = match.data;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("bring")}
      description={t("bringManyText")}
      footer={
        <>
          <Button onClick={onClose}>{ui("close")}</Button>
          {job ? null : (
            <Button
              variant="primary"
              pending={send.isPending}
              disabled={!found || found.files.length === 0}
              onClick={() => send.mutate(files)}
            >
              {t("bringSubmit")}
            </Button>
          )}
        </>
      }
    >
      <div {...getRootProps()} className="flex flex-col gap-4">
        <input {...getInputProps({ style: undefined })} className="hidden" aria-label={t("bringChoose")} />
        {job ? null : (
          <div
            className={cx(
              "flex flex-col items-center gap-2 rounded-lg border border-dashed px-6 py-6",
              isDragActive ? "border-accent bg-accent-soft" : "border-edge/60",
            )}
          >
            <FileUp className="size-6 text-accent" />
            <div className="flex flex-wrap justify-center gap-2">
              <Button size="sm" onClick={open}>
                {t("bringChoose")}
              </Button>
              <FolderButton onChoose={choose} />
            </div>
          </div>
        )}
        <Failure error={match.error ?? send.error} title={t("bringFailed")} />
        {match.isPending ? <Progress label={t("bringChoose")} percent={null} /> : null}
        {job ? (
          <ImportReport job={job} project={project} files={files} />
        ) : found ? (
          <Matches found={found} project={project} files={files} />
        ) : null}
      </div>
    </Dialog>
  );
}

type Shown = { readonly project: Project; readonly files: readonly File[] };

function Matches({ found, ...shown }: Shown & { readonly found: MatchedFiles }) {
  const t = useTranslations("projects");
  const locale = useLocale();
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p role="status" className="font-medium">
        {t("bringMatched", { matched: found.files.length, unmatched: found.unmatched.length })}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <ul tabIndex={0} aria-label={t("documents")} className="flex max-h-48 flex-col gap-1 overflow-y-auto">
        {found.files.map(({ path, language }) => (
          <li key={path} className="flex flex-wrap justify-between gap-x-4">
            <bdi className="break-all">{path}</bdi>
            <span className="text-muted">{languageName(language, locale)}</span>
          </li>
        ))}
      </ul>
      <UnmatchedFiles {...shown} unmatched={found.unmatched} mayMatch={false} />
    </div>
  );
}

type Result = {
  readonly files: readonly {
    readonly path: string;
    readonly jobId: string;
    readonly receipt: Readonly<Record<string, number>>;
  }[];
  readonly unmatched: readonly Unmatched[];
};

/** The result of an import of many files, with conflicts and unmatched files. */
export function ImportReport({ job, ...shown }: Shown & { readonly job: Job }) {
  const t = useTranslations("projects");
  const { done, total } = job.progress;
  if (isUnfinished(job))
    return (
      <Progress label={t(`jobStatus.${job.status as "running"}`)} percent={total > 0 ? (done / total) * 100 : null} />
    );
  if (job.status !== "succeeded" && job.status !== "partially_failed")
    return <JobFailure job={job} title={t("bringFailed")} cancelled={t("bringCancelled")} />;
  const { files, unmatched } = job.result as Result;
  const sum = (name: string) => files.reduce((all, { receipt }) => all + (receipt[name] ?? 0), 0);
  const read = sum("values") - sum("notFound") - sum("notUnderstood");
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p role="status" className="font-medium">
        {t("bringMatched", { matched: files.length, unmatched: unmatched.length })}.{" "}
        {t("bringRead", { read, values: sum("values") })}
      </p>
      {files.map(({ path, jobId, receipt }) =>
        receipt.conflicts ? <ImportConflicts key={jobId} jobId={jobId} project={shown.project} path={path} /> : null,
      )}
      <UnmatchedFiles {...shown} unmatched={unmatched} mayMatch />
    </div>
  );
}

/** Files that match no document, with the most likely document. */
function UnmatchedFiles({
  unmatched,
  mayMatch,
  ...shown
}: Shown & { readonly unmatched: readonly Unmatched[]; readonly mayMatch: boolean }) {
  const t = useTranslations("projects");
  if (unmatched.length === 0) return null;
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium">{t("bringUnmatched")}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <ul tabIndex={0} aria-label={t("bringUnmatched")} className="flex max-h-48 flex-col gap-2 overflow-y-auto">
        {unmatched.map((one) => (
          <li key={one.path} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <bdi className="break-all">{one.path}</bdi>
            {mayMatch ? <MatchButton {...shown} one={one} /> : <bdi className="text-muted">{one.likely?.path}</bdi>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function MatchButton({ one: { path, likely }, project, files }: Shown & { readonly one: Unmatched }) {
  const t = useTranslations("projects");
  const locale = useLocale();
  const { send, job } = useImportTarget(project.id);
  const file = files.find((each) => pathOfFile(each) === path);
  if (!file || !likely?.language || likely.path === path) return null;
  const { documentId, language } = likely;
  if (job) return <span className="text-muted">{t(`jobStatus.${job.status as "running"}`)}</span>;
  return (
    <Button
      size="sm"
      pending={send.isPending}
      onClick={() => send.mutate({ documentId, language, mode: "translated", file })}
    >
      {t("bringMatch", { document: likely.path, language: languageName(language, locale) })}
    </Button>
  );
}
