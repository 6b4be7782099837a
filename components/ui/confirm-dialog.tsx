"use client";

import { type ReactNode, useEffectEvent, useLayoutEffect } from "react";
import { useTranslations } from "use-intl";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { Failure } from "./failure";
import { toast } from "./toast";

/** A mutation, which may be older than the dialog. */
export type Action<Input, Output> = {
  readonly mutate: (input: Input, options: { readonly onSuccess: (output: Output) => void }) => void;
  readonly isPending: boolean;
  readonly isSuccess: boolean;
  readonly error: unknown;
  readonly reset: () => void;
};

type ConfirmDialogProps<Input, Output> = {
  readonly title: ReactNode;
  /** The consequences of the action, and whether it can be undone. */
  readonly children: ReactNode;
  /** The action as a verb, such as “Revoke”. */
  readonly confirmLabel: ReactNode;
  readonly danger?: boolean;
  /** Not yet: what the action needs is loading. */
  readonly isLoading?: boolean;
  readonly action: Action<Input, Output>;
  readonly input: Input;
  /** Heading of the action's error. */
  readonly failedTitle?: ReactNode;
  /** Shown as a toast after success. */
  readonly doneText?: ReactNode;
  /** Called after success; closes the dialog by default. */
  readonly onDone?: (output: Output) => void;
  readonly onClose: () => void;
};

/** Asks for confirmation of an irreversible action, and runs it. Load it lazily. */
export function ConfirmDialog<Input, Output>(props: ConfirmDialogProps<Input, Output>) {
  const { title, children, confirmLabel, danger = true, isLoading = false, action, input } = props;
  const { failedTitle, doneText, onClose, onDone = onClose } = props;
  const t = useTranslations("ui");
  // Its last outcome belongs to another item.
  const reset = useEffectEvent(() => action.reset());
  useLayoutEffect(() => reset(), []);
  const confirm = () =>
    action.mutate(input, {
      onSuccess: (output) => {
        if (doneText) toast(doneText, { tone: "success" });
        onDone(output);
      },
    });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button
            variant={danger ? "danger" : "primary"}
            pending={isLoading || action.isPending || action.isSuccess}
            onClick={confirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="text-muted">
        {children}
        <Failure error={action.error} title={failedTitle} className="mt-3" />
      </div>
    </Dialog>
  );
}
