"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { ResourceKind } from "./resource-frame";

type ImportedDialogProps = {
  readonly kind: ResourceKind;
  /** A button next to Close. */
  readonly action?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** The result of an import. */
export function ImportedDialog({ kind, action, onClose, children }: ImportedDialogProps) {
  const t = useTranslations(kind);
  const resources = useTranslations("resources");
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("importTitle")}
      footer={
        <>
          {action}
          <Button variant="primary" onClick={onClose}>
            {resources("close")}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
