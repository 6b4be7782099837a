"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { type Action, ConfirmDialog } from "@/components/ui/confirm-dialog";

export type Deletion = Action<undefined, unknown>;

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
      title={title}
      confirmLabel={ui("delete")}
      action={deletion}
      input={undefined}
      failedTitle={t("notDeleted")}
      onDone={onDeleted}
      onClose={onClose}
    >
      <p className="break-words">{children}</p>
    </ConfirmDialog>
  );
}
