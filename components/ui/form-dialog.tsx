"use client";

import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { focusFirstFault } from "./first-fault";

type FormDialogProps = Pick<ComponentProps<typeof Dialog>, "title" | "description" | "size"> & {
  readonly submitLabel: string;
  readonly pending: boolean;
  /** There is nothing to send yet. */
  readonly disabled?: boolean;
  /** Lets the browser refuse what a field cannot read: of a number it could not, only an empty text would be given. */
  readonly browserChecks?: boolean;
  /** Given what the named fields hold; they are not checked before, unless by the browser. */
  readonly onSubmit: (data: FormData) => void;
  readonly onClose: () => void;
  /** The fields. */
  readonly children: ReactNode;
};

/** A dialog of one form, with the buttons that send it or let it be. What is wrong with it gets the focus. */
export function FormDialog(props: FormDialogProps) {
  const { submitLabel, pending, disabled, browserChecks = false, onSubmit, onClose, children, ...dialog } = props;
  const ui = useTranslations("ui");
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  // Faults are there at once, or with the service's answer.
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
