"use client";

import { useTranslations } from "use-intl";
import { succeed } from "@/components/ui/toast";
import { useUpdateWebhook, type Webhook } from "@/lib/client/webhooks";
import { WebhookFormDialog } from "./webhook-form-dialog";

export default function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useTranslations("webhooks");
  const ui = useTranslations("ui");
  const update = useUpdateWebhook(webhook.id);
  return (
    <WebhookFormDialog
      title={t("editTitle")}
      submitLabel={ui("save")}
      failedTitle={t("saveFailed")}
      webhook={webhook}
      saving={update}
      onSave={(body) =>
        update.mutate(body, {
          onSuccess: succeed(t("saved"), onClose),
        })
      }
      onClose={onClose}
    />
  );
}
