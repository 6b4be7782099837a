"use client";

import { useId } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Failure } from "@/components/ui/failure";
import { isAllBesideFields } from "@/lib/client/field-errors";
import { useCreateWebhook } from "@/lib/client/webhooks";
import { WEBHOOK_FIELDS, WebhookFields } from "./webhook-fields";
import { WebhookSecretDialog } from "./webhook-secret-dialog";

/** Asks for what a webhook needs, then shows its secret this once. */
export default function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("webhooks");
  const ui = useTranslations("ui");
  const create = useCreateWebhook();
  const formId = useId();
  if (create.data) return <WebhookSecretDialog secret={create.data.secret} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("create")}
      description={t("createText")}
      size="lg"
      footer={
        <>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button variant="primary" type="submit" form={formId} pending={create.isPending}>
            {t("create")}
          </Button>
        </>
      }
    >
      <WebhookFields formId={formId} error={create.error} onSubmit={create.mutate} />
      {create.error && !isAllBesideFields(create.error, WEBHOOK_FIELDS) ? (
        <Failure error={create.error} title={t("createFailed")} className="mt-5" />
      ) : null}
    </Dialog>
  );
}
