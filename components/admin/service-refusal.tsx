"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Notice } from "@/components/ui/notice";
import type { ServiceTest } from "@/lib/schemas/engines";
import { SERVICE_NAMES, type ServiceKind } from "@/lib/schemas/service-fields";
import type { ServiceRefusal as Reason } from "@/lib/vocabulary/engines";

type ServiceRefusalProps = {
  readonly kind: ServiceKind;
  /** A test call or trial that failed, or the state of its engine. */
  readonly test: Pick<ServiceTest, "refusal" | "message">;
  /** False for a state that was not caused by an action of the person. */
  readonly live?: boolean;
  readonly actions?: ReactNode;
};

/** Why a service does not work, in its vendor's terms, and what to check. */
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
        // For operators, in the engine's words.
        <p lang="en" dir="ltr" className="font-mono text-xs wrap-anywhere text-muted">
          {message}
        </p>
      ) : null}
    </Notice>
  );
}

type Hint = "refusalHints.any_unreachable";

/** The hint for this service, or else the general one. */
const HINTS = ["own", "any"] as const;

/** Reasons whose message has more detail: the network's error code, or what the response lacked. */
const WITH_MESSAGE: ReadonlySet<Reason> = new Set<Reason>(["unreachable", "unexpected_answer"]);
