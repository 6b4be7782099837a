"use client";

import { useId } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Failure } from "@/components/ui/failure";
import { toast } from "@/components/ui/toast";
import { isAllBesideFields } from "@/lib/client/field-errors";
import { useUpdateWebhook, type Webhook } from "@/lib/client/webhooks";
import { WEBHOOK_FIELDS, WebhookFields } from "./webhook-fields";

export default function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useTranslations("webhooks");
  const ui = useTranslations("ui");
  const update = useUpdateWebhook(webhook.id);
  const formId = useId();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("editTitle")}
      size="lg"
      footer={
        <>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button variant="primary" type="submit" form={formId} pending={update.isPending}>
            {ui("save")}
          </Button>
        </>
      }
    >
      <WebhookFields
        formId={formId}
        webhook={webhook}
        error={update.error}
        onSubmit={(body) =>
          update.mutate(body, {
            onSuccess: () => {
              toast(t("saved"), { tone: "success" });
              onClose();
            },
          })
        }
      />
      {update.error && !isAllBesideFields(update.error, WEBHOOK_FIELDS) ? (
        <Failure error={update.error} title={t("saveFailed")} className="mt-5" />
      ) : null}
    </Dialog>
  );
}
