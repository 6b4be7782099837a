"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Button } from "./button";
import { Dialog } from "./dialog";

type ConfirmDialogProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: ReactNode;
  /** The consequences of the action, and whether it can be undone. */
  readonly children: ReactNode;
  /** The action as a verb, such as “Revoke”. */
  readonly confirmLabel: ReactNode;
  readonly danger?: boolean;
  readonly pending?: boolean;
  readonly onConfirm: () => void;
};

/** Asks for confirmation of an irreversible action. Load it lazily. */
export function ConfirmDialog({
  danger = true,
  pending,
  onConfirm,
  confirmLabel,
  children,
  ...rest
}: ConfirmDialogProps) {
  const t = useTranslations("ui");
  return (
    <Dialog
      {...rest}
      size="sm"
      footer={
        <>
          <Button onClick={() => rest.onOpenChange(false)}>{t("cancel")}</Button>
          <Button variant={danger ? "danger" : "primary"} pending={pending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="text-muted">{children}</div>
    </Dialog>
  );
}
