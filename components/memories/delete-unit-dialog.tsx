"use client";

import { useTranslations } from "use-intl";
import DeleteDialog from "@/components/language-resources/delete-dialog";
import { type Memory, type Unit, useDeleteUnit } from "@/lib/client/memories";

type DeleteUnitDialogProps = { readonly memory: Memory; readonly unit: Unit; readonly onClose: () => void };

export default function DeleteUnitDialog({ memory, unit, onClose }: DeleteUnitDialogProps) {
  const t = useTranslations("memories");
  return (
    <DeleteDialog
      title={t("deleteUnitTitle")}
      deletion={useDeleteUnit(memory.id, unit.id)}
      onDeleted={onClose}
      onClose={onClose}
    >
      {t("deleteUnitText")}
    </DeleteDialog>
  );
}
