"use client";

import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useRotateSecret, type Webhook } from "@/lib/client/webhooks";
import { WebhookSecretDialog } from "./webhook-secret-dialog";

export default function RotateSecretDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useTranslations("webhooks");
  const rotate = useRotateSecret(webhook.id);
  if (rotate.data) return <WebhookSecretDialog secret={rotate.data.secret} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={t("rotateTitle")}
      confirmLabel={t("rotate")}
      danger={false}
      action={rotate}
      input={undefined}
      failedTitle={t("rotateFailed")}
      // The new secret follows.
      onDone={() => {}}
      onClose={onClose}
    >
      {t("rotateText")}
    </ConfirmDialog>
  );
}
