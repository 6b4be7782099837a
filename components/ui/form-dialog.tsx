"use client";

import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "./button";
import { Dialog } from "./dialog";

type FormDialogProps = Pick<ComponentProps<typeof Dialog>, "title" | "description" | "size"> & {
  readonly submitLabel: string;
  readonly pending: boolean;
  /** True while there is nothing to submit. */
  readonly disabled?: boolean;
  /** Enables validation by the browser: an invalid number would otherwise be read as empty. */
  readonly browserChecks?: boolean;
  /** Receives the form's values. At most the browser has validated them. */
  readonly onSubmit: (data: FormData) => void;
  readonly onClose: () => void;
  /** The fields. */
  readonly children: ReactNode;
};

/** A dialog with a form and its submit and cancel buttons. Focuses the first error. */
export function FormDialog(props: FormDialogProps) {
  const { submitLabel, pending, disabled, browserChecks = false, onSubmit, onClose, children, ...dialog } = props;
  const ui = useTranslations("ui");
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  // Errors appear immediately, or with the response of the service.
  useEffect(() => {
    if (attempts > 0 && !pending) focusFirstFault(form.current);
  }, [attempts, pending]);
  return (
    <Dialog
      {...dialog}
      open
      keepsInput
      onOpenChange={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button variant="primary" type="submit" form={formId} pending={pending} disabled={disabled}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={formId}
        noValidate={!browserChecks}
        onSubmit={(event) => {
          event.preventDefault();
          if (pending || disabled) return;
          setAttempts(attempts + 1);
          onSubmit(new FormData(event.currentTarget));
        }}
        className="flex flex-col gap-5"
      >
        {children}
      </form>
    </Dialog>
  );
}

/** Focuses the first invalid field of a submitted form. */
export function focusFirstFault(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
}
