"use client";

import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { useDropzone } from "react-dropzone";
import { useFormatter, useTranslations } from "use-intl";
import WhyNot from "@/components/language/why-not";
import { Button, buttonClass } from "@/components/ui/button";
import { DropOverlay } from "@/components/ui/drop-overlay";
import { EmptyState } from "@/components/ui/empty-state";
import { FileUp } from "@/components/ui/icons";
import { Notice } from "@/components/ui/notice";
import { Page } from "@/components/ui/page";
import { type Identity, useMe } from "@/lib/client/account";
import { type FileFormat, type FilesPage, isActive, useAddFile, useFiles, useFormats } from "@/lib/client/files";
import { takeFiles, watchedFiles } from "@/lib/client/files-across-pages";
import type { Language } from "@/lib/client/language-sets";
import { useLanguages } from "@/lib/client/languages";
import { useFormatName } from "@/lib/client/texts";
import { onUploaded, upload, uploadStore } from "@/lib/client/uploads";
import type { Languages } from "@/lib/schemas/translate";
import { FileTable } from "./file-table";
import { isUnsuitable, type Staged, Staging } from "./staging";

const NO_LANGUAGES: readonly Language[] = [];
const NO_UPLOADS: ReturnType<typeof uploadStore.get> = [];

type FileWorkspaceProps = {
  readonly me: Identity;
  readonly languages: Languages | undefined;
  readonly formats: readonly FileFormat[];
  readonly files: FilesPage | undefined;
  /** The default target. */
  readonly target: string;
};

/** The files page. Dropped files are translated into the chosen languages, and their progress is shown to the end. */
export function FileWorkspace(props: FileWorkspaceProps) {
  const { me: initialMe, languages: initialLanguages, target } = props;
  const t = useTranslations("files");
  const ui = useTranslations("ui");
  const format = useFormatter();
  const formatName = useFormatName();
  const { data: me = initialMe } = useMe(initialMe);
  const { data: languages = NO_LANGUAGES, isSuccess } = useLanguages(initialLanguages);
  const { data: formats } = useFormats(props.formats);
  const files = useFiles(props.files);
  const uploads = useSyncExternalStore(uploadStore.subscribe, uploadStore.get, () => NO_UPLOADS);
  const [staged, setStaged] = useState<readonly Staged[]>([]);
  const addFile = useAddFile();
  const maySend = me.user?.role !== "viewer";

  const [refused, setRefused] = useState<readonly string[]>([]);
  const stage = useCallback((added: readonly File[]) => {
    setRefused([]);
    setStaged((before) => [...before, ...added.map((file) => ({ file, format: null, options: {} }))]);
  }, []);
  const unsuitable = staged.filter(({ file }) => isUnsuitable(file, formats));
  if (unsuitable.length > 0) {
    setRefused([...refused, ...unsuitable.map(({ file }) => file.name)]);
    setStaged(staged.filter((one) => !unsuitable.includes(one)));
  }
  useEffect(() => {
    const handed = takeFiles();
    if (handed.length > 0) stage(handed);
  }, [stage]);
  useEffect(() => onUploaded(addFile), [addFile]);
  const anyActive = files.data?.some(isActive) ?? false;
  useEffect(() => {
    if (anyActive) watchedFiles.set(true);
  }, [anyActive]);

  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    onDrop: (accepted) => stage(accepted),
    disabled: !maySend,
    noClick: true,
    noKeyboard: true,
  });
  const choose = (variant: "primary" | "secondary") => (
    <button type="button" onClick={open} className={buttonClass(variant)}>
      <FileUp />
      {t("choose")}
    </button>
  );
  const isEmpty = staged.length === 0 && uploads.length === 0 && files.data?.length === 0;

  return (
    <div {...getRootProps()} className="flex grow flex-col outline-none">
      {/* The content security policy blocks its style attribute in server-rendered markup. */}
      <input {...getInputProps({ style: undefined })} className="hidden" aria-label={t("choose")} />
      <Page
        title={t("title")}
        description={t("description")}
        actions={isEmpty || !maySend ? null : choose(staged.length > 0 ? "secondary" : "primary")}
      >
        {isSuccess && languages.length === 0 ? <WhyNot missing={{}} /> : null}
        {maySend ? null : <Notice>{t("translatorsOnly")}</Notice>}
        {refused.length > 0 ? (
          <Notice
            tone="warning"
            live
            title={t("refused", { count: refused.length })}
            actions={
              <Button size="sm" onClick={() => setRefused([])}>
                {ui("dismiss")}
              </Button>
            }
          >
            <ul className="list-disc ps-5">
              {refused.map((name, index) => (
                // Names may occur more than once.
                <li key={index} className="wrap-anywhere">
                  <bdi>{name}</bdi>
                </li>
              ))}
            </ul>
            <details className="mt-1">
              <summary>{t("allFormats")}</summary>
              {format.list(formats.map(formatName))}
            </details>
          </Notice>
        ) : null}
        {maySend && staged.length > 0 ? (
          <Staging
            staged={staged}
            formats={formats}
            languages={languages}
            limitBytes={me.limits.fileBytes}
            firstTarget={target}
            onChange={setStaged}
            onStart={(orders) => {
              upload(orders);
              setStaged([]);
            }}
          />
        ) : null}
        {isEmpty ? (
          <EmptyState icon={<FileUp />} title={t("emptyTitle")} actions={maySend ? choose("primary") : null}>
            {maySend ? <p>{t("emptyText")}</p> : null}
          </EmptyState>
        ) : (
          <FileTable files={files} uploads={uploads} formats={formats} languages={languages} mayChange={maySend} />
        )}
        {isEmpty && formats.length > 0 ? (
          <section aria-label={t("allFormats")} className="flex flex-col gap-3">
            <h2 className="text-sm font-medium text-muted">{t("allFormats")}</h2>
            <ul className="flex flex-wrap gap-1.5">
              {formats.map((one) => (
                <li key={one.id} className="rounded-full border px-2.5 py-0.5 text-sm text-muted">
                  {formatName(one)}
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </Page>
      {isDragActive ? <DropOverlay title={t("dropHere")} hint={t("dropHint")} /> : null}
    </div>
  );
}
