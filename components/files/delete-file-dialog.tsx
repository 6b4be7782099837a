"use client";

import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Failure } from "@/components/ui/failure";
import { useDeleteFile } from "@/lib/client/files";
import type { FileTranslation } from "@/lib/schemas/files";

/** Confirms the deletion of a finished translation. */
export default function DeleteFileDialog({ file, onClose }: { file: FileTranslation; onClose: () => void }) {
  const t = useTranslations("files");
  const ui = useTranslations("ui");
  const remove = useDeleteFile();
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t("delete", { name: file.outputName })}
      confirmLabel={ui("delete")}
      pending={remove.isPending || remove.isSuccess}
      onConfirm={() => remove.mutate(file.id, { onSuccess: onClose })}
    >
      <p>{t("deleteText")}</p>
      {remove.error ? <Failure error={remove.error} className="mt-3" /> : null}
    </ConfirmDialog>
  );
}
