"use client";

import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useState } from "react";
import { useDropzone } from "react-dropzone";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/card";
import { DropOverlay } from "@/components/ui/drop-overlay";
import { EmptyState } from "@/components/ui/empty-state";
import { Failure } from "@/components/ui/failure";
import { FilePlus2, Files, FileUp } from "@/components/ui/icons";
import { useDocuments, useDocumentUploads } from "@/lib/client/project-work";
import { useProject } from "@/lib/client/projects";
import type { ProjectDocument } from "@/lib/schemas/documents";
import type { Project } from "@/lib/schemas/projects";
import { DocumentsTable, type OpenDialog } from "./documents-table";
import { ProgressLegend } from "./language-progress";
import { UploadList } from "./upload-list";

const TargetDialog = lazy(() => import("./target-dialog"));
const TranslationsDialog = lazy(() => import("./translations-dialog"));
const VersionDialog = lazy(() => import("./version-dialog"));
const ExportDialog = lazy(() => import("./export-dialog"));
const DeleteDocumentDialog = lazy(() => import("./delete-document-dialog"));

/** A project's documents by language: progress, and a link to the editor in each cell. */
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
  const [open, setOpen] = useState<OpenDialog | null>(null);
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
      icon={FilePlus2}
      size={documents?.length === 0 ? "md" : "sm"}
      variant={documents?.length === 0 ? "primary" : "secondary"}
      onClick={choose}
    >
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
              <Button icon={FileUp} size="sm" onClick={() => setManyOpen(true)}>
                {t("bring")}
              </Button>
              {add}
            </>
          ) : null
        }
      >
        <UploadList uploads={uploads} onRetry={(upload) => retry(project.id, upload)} onDrop={drop} />
        <Failure error={error} title={t("documentsFailed")} onRetry={() => void refetch()} />
        {documents?.length === 0 && uploads.length === 0 ? (
          <EmptyState icon={<Files />} title={t("noDocumentsTitle")} actions={mayChange ? add : null}>
            <p>{t("noDocumentsText")}</p>
          </EmptyState>
        ) : null}
        {documents && documents.length > 0 ? (
          <>
            <DocumentsTable
              project={project}
              documents={documents}
              mayChange={mayChange}
              mayTranslate={mayTranslate}
              onOpen={setOpen}
            />
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
          <DeleteDocumentDialog project={project} documents={open.documents} onClose={() => setOpen(null)} />
        ) : null}
        {open?.kind === "export" ? (
          <ExportDialog project={project} documents={open.documents} onClose={() => setOpen(null)} />
        ) : null}
      </Suspense>
    </div>
  );
}
