"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { ApiError, type FailureTone, toneOfFailure } from "@/lib/client/api-error";
import { useErrorText } from "@/lib/client/texts";
import { Button } from "./button";
import { Notice } from "./notice";

type FailureProps = {
  readonly error: unknown;
  /** The operation that failed. */
  readonly title?: ReactNode;
  readonly onRetry?: (() => void) | undefined;
  readonly className?: string;
};

/** An error next to its subject. Server errors include the request id, with which an operator finds them in the log. */
export function Failure({ error, title, onRetry, className }: FailureProps) {
  const t = useTranslations("ui");
  const errors = useTranslations("errors");
  const errorText = useErrorText();
  const tone = toneOfFailure(error);
  return (
    <Notice
      tone={tone}
      live="alert"
      title={title}
      className={className}
      actions={
        onRetry ? (
          <Button size="sm" onClick={onRetry}>
            {t("retry")}
          </Button>
        ) : undefined
      }
    >
      <p>{errorText(error)}</p>
      {tone === "danger" && error instanceof ApiError && error.requestId ? (
        <p className="mt-1 font-mono text-xs wrap-anywhere text-muted">
          {errors("requestId", { id: error.requestId })}
        </p>
      ) : null}
    </Notice>
  );
}

/** Text colour of a failure, by its tone. */
export const FAILURE_TEXT: Readonly<Record<FailureTone, string>> = {
  warning: "text-warning",
  danger: "text-danger",
};
