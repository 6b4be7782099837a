"use client";

import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Failure } from "@/components/ui/failure";
import { useDeleteDocument } from "@/lib/client/project-work";
import type { ProjectDocument } from "@/lib/schemas/documents";
import type { Project } from "@/lib/schemas/projects";

/** Confirms the deletion of a document with its translations. */
export default function DeleteDocumentDialog({
  project,
  document,
  onClose,
}: {
  readonly project: Project;
  readonly document: ProjectDocument;
  readonly onClose: () => void;
}) {
  const t = useTranslations("projects");
  const remove = useDeleteDocument(project.id);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t("deleteDocument")}
      confirmLabel={t("delete")}
      pending={remove.isPending}
      onConfirm={() => remove.mutate(document.id, { onSuccess: onClose })}
    >
      <p>{t("deleteDocumentText", { name: document.path })}</p>
      {remove.error ? <Failure error={remove.error} title={t("deleteFailed")} /> : null}
    </ConfirmDialog>
  );
}
