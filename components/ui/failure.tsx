"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { ApiError, type FailureTone, toneOfFailure } from "@/lib/client/api-error";
import { areAllShownByFields } from "@/lib/client/field-errors";
import { useErrorText } from "@/lib/client/texts";
import { Button } from "./button";
import { Notice } from "./notice";

type FailureProps = {
  /** Nothing is shown without one. */
  readonly error: unknown;
  /** Fields of the form that show their own faults: nothing is shown if they show all. */
  readonly fields?: readonly string[];
  /** The operation that failed. */
  readonly title?: ReactNode;
  readonly onRetry?: (() => void) | undefined;
  readonly className?: string;
};

/** An error next to its subject. Server errors include the request id, with which an operator finds them in the log. */
export function Failure({ error, fields = [], title, onRetry, className }: FailureProps) {
  const t = useTranslations("ui");
  const errors = useTranslations("errors");
  const errorText = useErrorText();
  if (!error || areAllShownByFields(error, fields)) return null;
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
