"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Facts } from "@/components/ui/facts";
import { Check, Clock, RotateCcw, X } from "@/components/ui/icons";
import { Time } from "@/components/ui/time";
import type { Delivery } from "@/lib/client/webhooks";
import type { DeliveryStatus } from "@/lib/vocabulary/projects";

const STATES = {
  pending: { tone: "accent", icon: Clock },
  succeeded: { tone: "success", icon: Check },
  failed: { tone: "danger", icon: X },
} as const satisfies Record<DeliveryStatus, unknown>;

type DeliveryRowProps = {
  readonly delivery: Delivery;
  /** Undefined while the webhook is disabled. */
  readonly onRedeliver: (() => void) | undefined;
  readonly pending: boolean;
};

/** A delivery with its attempts and error. */
export function DeliveryRow({ delivery, onRedeliver, pending }: DeliveryRowProps) {
  const t = useTranslations("webhooks");
  const { tone, icon: Icon } = STATES[delivery.status];
  return (
    <li className="flex flex-col gap-3 p-4 sm:flex-row sm:items-start sm:justify-between sm:gap-6">
      <div className="flex min-w-0 flex-col gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <code dir="ltr" className="font-mono text-sm font-medium break-all">
            {delivery.event.type}
          </code>
          <Badge tone={tone}>
            <Icon />
            {t(`status.${delivery.status}`)}
          </Badge>
        </div>
        {delivery.failure ? <p className="text-sm text-danger">{t(`failure.${delivery.failure.code}`)}</p> : null}
        <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
          <Fact name={t("sent")}>
            <Time value={delivery.createdAt} show="relative" />
          </Fact>
          {delivery.responseStatus === null ? null : (
            <Fact name={t("answer")}>
              <Facts
                facts={[
                  delivery.responseStatus,
                  ...(delivery.durationMs === null ? [] : [t("duration", { ms: delivery.durationMs })]),
                ]}
              />
            </Fact>
          )}
          {delivery.status === "pending" ? (
            <Fact name={t("next")}>
              {delivery.nextAttemptAt ? <Time value={delivery.nextAttemptAt} show="relative" /> : t("held")}
            </Fact>
          ) : null}
        </dl>
        {delivery.attempts > 0 ? (
          <p className="tabular text-sm">{t("attempts", { count: delivery.attempts })}</p>
        ) : null}
        <p className="text-xs break-all text-muted">
          <bdi dir="ltr" className="font-mono">
            {delivery.event.id}
          </bdi>
        </p>
      </div>
      {onRedeliver ? (
        <Button icon={RotateCcw} size="sm" className="self-start print:hidden" pending={pending} onClick={onRedeliver}>
          {t("redeliver")}
          <span className="sr-only"> {delivery.event.id}</span>
        </Button>
      ) : null}
    </li>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-muted">{name}</dt>
      <dd className="tabular">{children}</dd>
    </div>
  );
}
