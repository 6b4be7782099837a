"use client";

import { useState } from "react";
import { useTranslations } from "use-intl";
import { Section } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Failure } from "@/components/ui/failure";
import { Send } from "@/components/ui/icons";
import { LoadMore } from "@/components/ui/pagination";
import { Segmented } from "@/components/ui/segmented";
import { toast } from "@/components/ui/toast";
import { type DeliveryPage, useDeliveries, useRedeliver, type Webhook } from "@/lib/client/webhooks";
import { DELIVERY_STATUSES } from "@/lib/vocabulary/projects";
import { DeliveryRow } from "./delivery-row";

const SHOWS = ["all", ...DELIVERY_STATUSES] as const;

/** A webhook's past and pending deliveries. `initial` is the first page. */
export function DeliveryList({ webhook, initial }: { webhook: Webhook; initial: DeliveryPage }) {
  const t = useTranslations("webhooks");
  const [show, setShow] = useState<(typeof SHOWS)[number]>("all");
  const deliveries = useDeliveries(webhook.id, show === "all" ? null : show, show === "all" ? initial : undefined);
  const redeliver = useRedeliver(webhook.id);
  const shown = deliveries.data?.pages.flatMap((page) => page.deliveries) ?? [];
  const error = redeliver.error ?? deliveries.error;
  return (
    <Section
      title={t("deliveries")}
      actions={
        <div className="max-w-full overflow-x-auto">
          <Segmented
            label={t("show")}
            value={show}
            onValueChange={setShow}
            options={SHOWS.map((value) => ({ value, label: t(`shows.${value}`) }))}
          />
        </div>
      }
    >
      <Failure error={error} title={t("deliveriesFailed")} onRetry={() => void deliveries.refetch()} />
      {deliveries.isSuccess && shown.length === 0 ? (
        <EmptyState icon={<Send />} title={show === "all" ? t("noDeliveries") : t("noneFit")}>
          {show === "all" ? t("noDeliveriesText") : null}
        </EmptyState>
      ) : null}
      {shown.length > 0 ? (
        <>
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
            {shown.map((delivery) => (
              <DeliveryRow
                key={delivery.id}
                delivery={delivery}
                pending={redeliver.isPending && redeliver.variables === delivery.id}
                onRedeliver={
                  webhook.status === "enabled"
                    ? () =>
                        redeliver.mutate(delivery.id, {
                          onSuccess: () => toast(t("redelivered"), { tone: "success" }),
                        })
                    : undefined
                }
              />
            ))}
          </ul>
          <LoadMore list={deliveries} shown={shown.length} />
        </>
      ) : null}
    </Section>
  );
}
