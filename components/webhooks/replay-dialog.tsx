"use client";

import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Radio } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Failure } from "@/components/ui/failure";
import { toast } from "@/components/ui/toast";
import { useReplay, type Webhook } from "@/lib/client/webhooks";

/** Hours that are looked back. */
const SPANS = { hour: 1, day: 24, week: 7 * 24, all: 35 * 24 } as const;
type Span = keyof typeof SPANS;

export default function ReplayDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useTranslations("webhooks");
  const ui = useTranslations("ui");
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
    <Dialog
      open
      onOpenChange={onClose}
      title={t("replay")}
      description={t("replayText")}
      footer={
        <>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button variant="primary" pending={replay.isPending} onClick={send}>
            {t("replay")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
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
        {replay.error ? <Failure error={replay.error} title={t("replayFailed")} /> : null}
      </div>
    </Dialog>
  );
}
