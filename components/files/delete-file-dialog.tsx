"use client";

import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useDeleteFile } from "@/lib/client/files";
import type { FileTranslation } from "@/lib/schemas/files";

/** Confirms the deletion of a finished translation. */
export default function DeleteFileDialog({ file, onClose }: { file: FileTranslation; onClose: () => void }) {
  const t = useTranslations("files");
  const ui = useTranslations("ui");
  const remove = useDeleteFile();
  return (
    <ConfirmDialog
      title={t("delete", { name: file.outputName })}
      confirmLabel={ui("delete")}
      action={remove}
      input={file.id}
      onClose={onClose}
    >
      {t("deleteText")}
    </ConfirmDialog>
  );
}
