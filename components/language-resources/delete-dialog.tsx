"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Failure } from "@/components/ui/failure";

export type Deletion = {
  readonly mutate: (variables: undefined, options: { onSuccess: () => void }) => void;
  readonly isPending: boolean;
  readonly isSuccess: boolean;
  readonly error: unknown;
};

type DeleteDialogProps = {
  readonly title: string;
  /** What is deleted, and the consequences. */
  readonly children: ReactNode;
  readonly deletion: Deletion;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
};

/** Asks for confirmation of a permanent deletion. */
export default function DeleteDialog({ title, children, deletion, onDeleted, onClose }: DeleteDialogProps) {
  const t = useTranslations("resources");
  const ui = useTranslations("ui");
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      confirmLabel={ui("delete")}
      pending={deletion.isPending || deletion.isSuccess}
      onConfirm={() => deletion.mutate(undefined, { onSuccess: onDeleted })}
    >
      <p className="break-words">{children}</p>
      {deletion.error ? <Failure error={deletion.error} title={t("notDeleted")} className="mt-3" /> : null}
    </ConfirmDialog>
  );
}
