"use client";

import { useTranslations } from "use-intl";
import { useCreateWebhook } from "@/lib/client/webhooks";
import { WebhookFormDialog } from "./webhook-form-dialog";
import { WebhookSecretDialog } from "./webhook-secret-dialog";

/** Creates a webhook and then shows its secret once. */
export default function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("webhooks");
  const create = useCreateWebhook();
  if (create.data) return <WebhookSecretDialog secret={create.data.secret} onClose={onClose} />;
  return (
    <WebhookFormDialog
      title={t("create")}
      description={t("createText")}
      submitLabel={t("create")}
      failedTitle={t("createFailed")}
      saving={create}
      onSave={create.mutate}
      onClose={onClose}
    />
  );
}
