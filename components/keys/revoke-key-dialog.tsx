"use client";

import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { type Key, useRevokeKey } from "@/lib/client/keys";

export default function RevokeKeyDialog({ apiKey: key, onClose }: { apiKey: Key; onClose: () => void }) {
  const t = useTranslations("keys");
  const revoke = useRevokeKey();
  return (
    <ConfirmDialog
      title={t("revokeNamed", { name: key.name })}
      confirmLabel={t("revoke")}
      action={revoke}
      input={key.id}
      doneText={t("revoked", { name: key.name })}
      onClose={onClose}
    >
      <p>{t("revokeText")}</p>
      <p className="mt-2 text-sm">
        <bdi dir="ltr" className="font-mono">
          {key.start}…{key.last4}
        </bdi>
      </p>
    </ConfirmDialog>
  );
}
