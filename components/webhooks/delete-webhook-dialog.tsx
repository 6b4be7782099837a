"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useDeleteWebhook, type Webhook } from "@/lib/client/webhooks";

export default function DeleteWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useTranslations("webhooks");
  const router = useRouter();
  const remove = useDeleteWebhook(webhook.id);
  return (
    <ConfirmDialog
      title={t("deleteTitle")}
      confirmLabel={t("delete")}
      action={remove}
      input={undefined}
      doneText={t("deleted")}
      onDone={() => router.replace("/webhooks")}
      onClose={onClose}
    >
      <p>{t("deleteText")}</p>
      <p className="mt-2 text-sm break-all">
        <bdi dir="ltr" className="font-mono">
          {webhook.url}
        </bdi>
      </p>
    </ConfirmDialog>
  );
}
