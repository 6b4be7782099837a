"use client";

import { useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { lazy, Suspense, useCallback, useState } from "react";
import { useDropzone } from "react-dropzone";
import { useLocale, useTranslations } from "use-intl";
import { Badge } from "@/components/ui/badge";
import { Button, IconButton } from "@/components/ui/button";
import { Section } from "@/components/ui/card";
import { cx } from "@/components/ui/cx";
import { DropOverlay } from "@/components/ui/drop-overlay";
import { EmptyState } from "@/components/ui/empty-state";
import { Facts } from "@/components/ui/facts";
import { FAILURE_TEXT, Failure } from "@/components/ui/failure";
import {
  EllipsisVertical,
  FileDown,
  FileInput,
  FilePlus2,
  Files,
  FileUp,
  RotateCw,
  Trash2,
} from "@/components/ui/icons";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { STICKY_END, Table, Td, Th } from "@/components/ui/table";
import { toneOfFailure } from "@/lib/client/api-error";
import { errorOfRecord } from "@/lib/client/error-record";
import { useDocuments, useDocumentUploads } from "@/lib/client/project-work";
import { useProject } from "@/lib/client/projects";
import { useErrorText, useFormatName } from "@/lib/client/texts";
import type { ProjectDocument } from "@/lib/schemas/documents";
import type { Progress, Project } from "@/lib/schemas/projects";
import { languageName } from "@/lib/text/languages";
import { ProgressLegend, WorkProgress } from "./language-progress";
import { UploadList } from "./upload-list";

const TargetDialog = lazy(() => import("./target-dialog"));
const TranslationsDialog = lazy(() => import("./translations-dialog"));
const VersionDialog = lazy(() => import("./version-dialog"));
const DeleteDocumentDialog = lazy(() => import("./delete-document-dialog"));

/** A project's documents by language: progress, and a link to the editor in every cell. */
export function DocumentsPanel({
  project: opened,
  documents: first,
  ...may
}: {
  readonly project: Project;
  /** The first page. */
  readonly documents: readonly ProjectDocument[];
  readonly mayChange: boolean;
  readonly mayTranslate: boolean;
}) {
  const t = useTranslations("projects");
  const locale = useLocale();
  const client = useQueryClient();
  const { data: project } = useProject(opened);
  const isOpen = project.status !== "archived" && project.status !== "cancelled";
  const mayChange = may.mayChange && isOpen;
  const mayTranslate = may.mayTranslate && isOpen;
  const { data: documents, error, refetch } = useDocuments(project.id, first, project.activity !== null);
  const arrived = useCallback(
    () => void client.invalidateQueries({ queryKey: ["project", project.id] }),
    [client, project.id],
  );
  const { uploads, send, retry, drop } = useDocumentUploads(arrived);
  const [isManyOpen, setManyOpen] = useState(false);
  const [open, setOpen] = useState<{ kind: "target" | "version" | "delete"; document: ProjectDocument } | null>(null);
  const {
    getRootProps,
    getInputProps,
    isDragActive,
    open: choose,
  } = useDropzone({
    noClick: true,
    noKeyboard: true,
    disabled: !mayChange,
    onDrop: (files) => void send(project.id, files),
  });
  const add = (
    <Button
      size={documents?.length === 0 ? "md" : "sm"}
      variant={documents?.length === 0 ? "primary" : "secondary"}
      onClick={choose}
    >
      <FilePlus2 aria-hidden="true" />
      {t("addDocuments")}
    </Button>
  );
  return (
    <div {...getRootProps()}>
      <input {...getInputProps({ style: undefined })} className="hidden" aria-label={t("addDocuments")} />
      {isDragActive ? <DropOverlay title={t("dropDocuments")} hint={t("dropDocumentsHint")} /> : null}
      <Section
        title={t("documents")}
        actions={
          mayChange && documents && documents.length > 0 ? (
            <>
              <Button size="sm" onClick={() => setManyOpen(true)}>
                <FileUp aria-hidden="true" />
                {t("bring")}
              </Button>
              {add}
            </>
          ) : null
        }
      >
        <UploadList uploads={uploads} onRetry={(upload) => retry(project.id, upload)} onDrop={drop} />
        {error ? <Failure error={error} title={t("documentsFailed")} onRetry={() => void refetch()} /> : null}
        {documents?.length === 0 && uploads.length === 0 ? (
          <EmptyState icon={<Files />} title={t("noDocumentsTitle")} actions={mayChange ? add : null}>
            <p>{t("noDocumentsText")}</p>
          </EmptyState>
        ) : null}
        {documents && documents.length > 0 ? (
          <>
            <Table caption={t("matrix")}>
              <thead>
                <tr>
                  <Th>{t("document")}</Th>
                  {project.languages.map(({ language }) => (
                    <Th key={language}>{languageName(language, locale)}</Th>
                  ))}
                  <Th className={STICKY_END}>
                    <span className="sr-only">{t("actions")}</span>
                  </Th>
                </tr>
              </thead>
              <tbody>
                {documents.map((document) => (
                  <tr key={document.id}>
                    <Td className="sm:min-w-52">
                      <bdi
                        className="block max-w-31 truncate sm:max-w-60 font-medium rtl:text-right"
                        title={document.path}
                      >
                        {document.path}
                      </bdi>
                      <DocumentState document={document} />
                    </Td>
                    {project.languages.map(({ language }) => (
                      <Td key={language} className="min-w-31">
                        <Cell project={project} document={document} language={language} />
                      </Td>
                    ))}
                    <Td className={STICKY_END}>
                      <DocumentMenu
                        project={project}
                        document={document}
                        mayChange={mayChange}
                        mayTranslate={mayTranslate}
                        onOpen={(kind) => setOpen({ kind, document })}
                      />
                    </Td>
                  </tr>
                ))}
              </tbody>
            </Table>
            <ProgressLegend workflow={project.workflow} />
          </>
        ) : null}
      </Section>
      <Suspense fallback={null}>
        {open?.kind === "version" ? (
          <VersionDialog project={project} document={open.document} onClose={() => setOpen(null)} />
        ) : null}
        {isManyOpen ? <TranslationsDialog project={project} onClose={() => setManyOpen(false)} /> : null}
        {open?.kind === "target" ? (
          <TargetDialog
            project={project}
            document={open.document}
            mayCancel={mayChange}
            onClose={() => setOpen(null)}
          />
        ) : null}
        {open?.kind === "delete" ? (
          <DeleteDocumentDialog project={project} document={open.document} onClose={() => setOpen(null)} />
        ) : null}
      </Suspense>
    </div>
  );
}

function DocumentState({ document }: { document: ProjectDocument }) {
  const t = useTranslations("projects");
  const formatName = useFormatName();
  const errorText = useErrorText();
  if (document.status === "failed") {
    const error = document.error && errorOfRecord(document.error);
    const tone = toneOfFailure(error);
    return (
      <span className={cx("flex flex-col gap-1 text-sm", FAILURE_TEXT[tone])}>
        <Badge tone={tone} className="self-start">
          {t("documentStatus.failed")}
        </Badge>
        {error ? errorText(error) : null}
      </span>
    );
  }
  if (document.status !== "ready") return <Badge tone="accent">{t(`documentStatus.${document.status}`)}</Badge>;
  return (
    <Facts
      className="text-xs text-muted"
      facts={[
        <bdi key="format">{formatName({ id: document.format })}</bdi>,
        t("words", { count: document.version.words ?? 0 }),
        ...(document.currentVersion > 0 ? [t("documentVersion", { version: document.currentVersion })] : []),
      ]}
    />
  );
}

function Cell({
  project,
  document,
  language,
}: {
  readonly project: Project;
  readonly document: ProjectDocument;
  readonly language: string;
}) {
  const locale = useLocale();
  const progress: Progress | undefined = document.languages.find((one) => one.language === language)?.progress;
  if (!progress) return <span className="text-faint">–</span>;
  return (
    <Link
      href={`/projects/${project.id}/edit/${language}?documentId=${document.id}`}
      className="-mx-1.5 -my-1 block rounded-sm px-1.5 py-1 hover:bg-hover"
    >
      <WorkProgress
        isNarrow
        name={`${document.path}, ${languageName(language, locale)}`}
        workflow={project.workflow}
        progress={progress}
      />
    </Link>
  );
}

function DocumentMenu({
  project,
  document,
  mayChange,
  mayTranslate,
  onOpen,
}: {
  readonly project: Project;
  readonly document: ProjectDocument;
  readonly mayChange: boolean;
  readonly mayTranslate: boolean;
  readonly onOpen: (kind: "target" | "version" | "delete") => void;
}) {
  const t = useTranslations("projects");
  const locale = useLocale();
  const base = `/api/v1/documents/${document.id}`;
  const mayBring = mayTranslate && document.currentVersion > 0 && project.languages.length > 0;
  return (
    <Menu
      trigger={
        <IconButton size="sm" label={t("documentActions", { name: document.path })}>
          <EllipsisVertical aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuItem asChild>
        <a href={`${base}/source`} download>
          <FileDown aria-hidden="true" />
          {t("downloadSource")}
        </a>
      </MenuItem>
      {document.currentVersion > 0
        ? project.languages.map(({ language }) => (
            <MenuItem key={language} asChild>
              <a href={`${base}/target?language=${language}`} download>
                <FileDown aria-hidden="true" />
                {t("downloadTarget", { language: languageName(language, locale) })}
              </a>
            </MenuItem>
          ))
        : null}
      {mayChange || mayBring ? <MenuSeparator /> : null}
      {mayBring ? (
        <MenuItem onSelect={() => onOpen("target")}>
          <FileInput aria-hidden="true" />
          {t("bring")}
        </MenuItem>
      ) : null}
      {mayChange ? (
        <>
          <MenuItem onSelect={() => onOpen("version")}>
            {document.status === "failed" ? <RotateCw aria-hidden="true" /> : <FileUp aria-hidden="true" />}
            {t("newVersion")}
          </MenuItem>
          <MenuItem danger onSelect={() => onOpen("delete")}>
            <Trash2 aria-hidden="true" />
            {t("deleteDocument")}
          </MenuItem>
        </>
      ) : null}
    </Menu>
  );
}
