"use client";

import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Failure } from "@/components/ui/failure";
import { Notice } from "@/components/ui/notice";
import { Time } from "@/components/ui/time";
import { useMakeResetLink } from "@/lib/client/admin";

type ResetLinkDialogProps = { readonly userId: string; readonly name: string; readonly onClose: () => void };

/** Creates a password reset link for the administrator to pass on. */
export default function ResetLinkDialog({ userId, name, onClose }: ResetLinkDialogProps) {
  const t = useTranslations("admin");
  const ui = useTranslations("ui");
  const make = useMakeResetLink();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("resetNamed", { name })}
      description={t("resetText")}
      footer={
        make.data ? (
          <Button variant="primary" onClick={onClose}>
            {ui("close")}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{ui("cancel")}</Button>
            <Button variant="primary" pending={make.isPending} onClick={() => make.mutate(userId)}>
              {t("makeLink")}
            </Button>
          </>
        )
      }
    >
      <Failure error={make.error} />
      {make.data ? (
        <div className="flex flex-col gap-4">
          <Notice tone="warning" live>
            {t("linkOnce")} {t("until")} <Time value={make.data.expiresAt} />
          </Notice>
          <code dir="ltr" className="rounded-md bg-sunken px-3 py-2 font-mono text-sm break-all select-all">
            {make.data.link}
          </code>
          <div>
            <CopyButton text={make.data.link} label={t("copyLink")} />
          </div>
        </div>
      ) : null}
    </Dialog>
  );
}
