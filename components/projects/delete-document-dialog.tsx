"use client";

import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useDeleteDocuments } from "@/lib/client/project-work";
import type { ProjectDocument } from "@/lib/schemas/documents";
import type { Project } from "@/lib/schemas/projects";

/** Confirms the deletion of documents with their translations. */
export default function DeleteDocumentDialog({
  project,
  documents,
  onClose,
}: {
  readonly project: Project;
  readonly documents: readonly ProjectDocument[];
  readonly onClose: () => void;
}) {
  const t = useTranslations("projects");
  const remove = useDeleteDocuments(project.id);
  return (
    <ConfirmDialog
      title={documents.length === 1 ? t("deleteDocument") : t("deleteDocuments", { count: documents.length })}
      confirmLabel={t("delete")}
      action={remove}
      input={documents.map(({ id }) => id)}
      failedTitle={t("deleteFailed")}
      onClose={onClose}
    >
      {documents.length === 1 ? (
        <p>{t("deleteDocumentText", { name: documents[0]!.path })}</p>
      ) : (
        <>
          <p>{t("deleteDocumentsText")}</p>
          <ul className="mt-2 max-h-40 list-disc overflow-y-auto ps-5">
            {documents.map(({ id, path }) => (
              <li key={id}>
                <bdi>{path}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </ConfirmDialog>
  );
}
