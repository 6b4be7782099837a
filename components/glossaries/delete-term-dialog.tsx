"use client";

import { useTranslations } from "use-intl";
import DeleteDialog from "@/components/language-resources/delete-dialog";
import { type Term, useDeleteTerm } from "@/lib/client/glossaries";

type DeleteTermDialogProps = { readonly glossaryId: string; readonly term: Term; readonly onClose: () => void };

export default function DeleteTermDialog({ glossaryId, term, onClose }: DeleteTermDialogProps) {
  const t = useTranslations("glossaries");
  return (
    <DeleteDialog
      title={t("deleteTermTitle")}
      deletion={useDeleteTerm(glossaryId, term.id)}
      onDeleted={onClose}
      onClose={onClose}
    >
      {t("deleteTermText", { term: term.source })}
    </DeleteDialog>
  );
}
