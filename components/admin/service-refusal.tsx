"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Notice } from "@/components/ui/notice";
import type { ServiceTest } from "@/lib/schemas/engines";
import { SERVICE_NAMES, type ServiceKind } from "@/lib/schemas/service-fields";
import type { ServiceRefusal as Reason } from "@/lib/vocabulary/engines";

type ServiceRefusalProps = {
  readonly kind: ServiceKind;
  /** A failed test call or trial, or the state of the engine. */
  readonly test: Pick<ServiceTest, "refusal" | "message">;
  /** False for a state that no action of the user caused. */
  readonly live?: boolean;
  readonly actions?: ReactNode;
};

/** Why a service does not work, in terms of its vendor, and what to check. */
export function ServiceRefusal({ kind, test: { refusal, message }, live = true, actions }: ServiceRefusalProps) {
  const t = useTranslations("engines");
  const { reason, status } = refusal ?? { reason: "unexpected_answer" as Reason, status: null };
  const hint = HINTS.map((of) => `refusalHints.${of === "own" ? kind : "any"}_${reason}` as Hint).find((key) =>
    t.has(key),
  );
  return (
    <Notice
      tone="danger"
      live={live}
      title={t(`refusals.${reason}`, { name: SERVICE_NAMES[kind], status: status === null ? "" : String(status) })}
      actions={actions}
    >
      {hint ? <p>{t(hint)}</p> : null}
      {WITH_MESSAGE.has(reason) && message ? (
        // The engine's own message, for operators.
        <p lang="en" dir="ltr" className="font-mono text-xs wrap-anywhere text-muted">
          {message}
        </p>
      ) : null}
    </Notice>
  );
}

type Hint = "refusalHints.any_unreachable";

/** The hint for this service, otherwise the general hint. */
const HINTS = ["own", "any"] as const;

/** Reasons whose message adds a detail: the network's error code, or the missing part of the response. */
const WITH_MESSAGE: ReadonlySet<Reason> = new Set<Reason>(["unreachable", "unexpected_answer"]);
