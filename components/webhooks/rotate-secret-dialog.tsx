"use client";

import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Failure } from "@/components/ui/failure";
import { useRotateSecret, type Webhook } from "@/lib/client/webhooks";
import { WebhookSecretDialog } from "./webhook-secret-dialog";

export default function RotateSecretDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useTranslations("webhooks");
  const rotate = useRotateSecret(webhook.id);
  if (rotate.data) return <WebhookSecretDialog secret={rotate.data.secret} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t("rotateTitle")}
      confirmLabel={t("rotate")}
      danger={false}
      pending={rotate.isPending}
      onConfirm={() => rotate.mutate()}
    >
      <p>{t("rotateText")}</p>
      {rotate.error ? <Failure error={rotate.error} title={t("rotateFailed")} className="mt-3" /> : null}
    </ConfirmDialog>
  );
}
