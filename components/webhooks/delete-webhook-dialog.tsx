"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Failure } from "@/components/ui/failure";
import { toast } from "@/components/ui/toast";
import { useDeleteWebhook, type Webhook } from "@/lib/client/webhooks";

export default function DeleteWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useTranslations("webhooks");
  const router = useRouter();
  const remove = useDeleteWebhook(webhook.id);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t("deleteTitle")}
      confirmLabel={t("delete")}
      pending={remove.isPending || remove.isSuccess}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            toast(t("deleted"), { tone: "success" });
            router.replace("/webhooks");
          },
        })
      }
    >
      <p>{t("deleteText")}</p>
      <p className="mt-2 text-sm break-all">
        <bdi dir="ltr" className="font-mono">
          {webhook.url}
        </bdi>
      </p>
      {remove.error ? <Failure error={remove.error} className="mt-3" /> : null}
    </ConfirmDialog>
  );
}
