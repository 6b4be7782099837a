"use client";

import { type ComponentProps, type ReactNode, useId } from "react";
import { useTranslations } from "use-intl";
import { Button } from "./button";
import { Dialog } from "./dialog";

type FormDialogProps = Pick<ComponentProps<typeof Dialog>, "title" | "description" | "size"> & {
  readonly submitLabel: string;
  readonly pending: boolean;
  /** Given what the named fields hold; they are not checked before. */
  readonly onSubmit: (data: FormData) => void;
  readonly onClose: () => void;
  /** The fields. */
  readonly children: ReactNode;
};

/** A dialog of one form, with the buttons that send it or let it be. */
export function FormDialog({ submitLabel, pending, onSubmit, onClose, children, ...dialog }: FormDialogProps) {
  const ui = useTranslations("ui");
  const formId = useId();
  return (
    <Dialog
      {...dialog}
      open
      onOpenChange={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button variant="primary" type="submit" form={formId} pending={pending}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(new FormData(event.currentTarget));
        }}
        className="flex flex-col gap-5"
      >
        {children}
      </form>
    </Dialog>
  );
}
