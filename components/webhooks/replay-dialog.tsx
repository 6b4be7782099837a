"use client";

import { useState } from "react";
import { useTranslations } from "use-intl";
import { Radio } from "@/components/ui/checkbox";
import { Failure } from "@/components/ui/failure";
import { FormDialog } from "@/components/ui/form-dialog";
import { toast } from "@/components/ui/toast";
import { useReplay, type Webhook } from "@/lib/client/webhooks";

/** Number of hours to look back. */
const SPANS = { hour: 1, day: 24, week: 7 * 24, month: 30 * 24 } as const;
type Span = keyof typeof SPANS;

export default function ReplayDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useTranslations("webhooks");
  const replay = useReplay(webhook.id);
  const [span, setSpan] = useState<Span>("hour");
  const send = () =>
    replay.mutate(new Date(Date.now() - SPANS[span] * 3_600_000), {
      onSuccess: (count) => {
        toast(t("replayed", { count }), { tone: "success" });
        onClose();
      },
    });
  return (
    <FormDialog
      title={t("replay")}
      description={t("replayText")}
      submitLabel={t("replay")}
      pending={replay.isPending}
      onSubmit={send}
      onClose={onClose}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 text-sm font-medium">{t("since")}</legend>
        {(Object.keys(SPANS) as Span[]).map((value) => (
          <Radio
            key={value}
            name="span"
            checked={span === value}
            onChange={() => setSpan(value)}
            label={t(`spans.${value}`)}
          />
        ))}
      </fieldset>
      <Failure error={replay.error} title={t("replayFailed")} />
    </FormDialog>
  );
}
