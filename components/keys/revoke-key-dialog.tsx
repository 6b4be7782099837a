"use client";

import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Failure } from "@/components/ui/failure";
import { toast } from "@/components/ui/toast";
import { type Key, useRevokeKey } from "@/lib/client/keys";

export default function RevokeKeyDialog({ apiKey: key, onClose }: { apiKey: Key; onClose: () => void }) {
  const t = useTranslations("keys");
  const revoke = useRevokeKey();
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t("revokeNamed", { name: key.name })}
      confirmLabel={t("revoke")}
      pending={revoke.isPending}
      onConfirm={() =>
        revoke.mutate(key.id, {
          onSuccess: () => {
            toast(t("revoked", { name: key.name }), { tone: "success" });
            onClose();
          },
        })
      }
    >
      <p>{t("revokeText")}</p>
      <p className="mt-2 text-sm">
        <bdi dir="ltr" className="font-mono">
          {key.start}…{key.last4}
        </bdi>
      </p>
      {revoke.error ? <Failure error={revoke.error} className="mt-3" /> : null}
    </ConfirmDialog>
  );
}
