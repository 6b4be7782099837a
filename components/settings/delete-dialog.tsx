"use client";

import { type SubmitEvent, useId, useState } from "react";
import { useTranslations } from "use-intl";
import { PasswordInput } from "@/components/auth/password-input";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { useFieldError } from "@/lib/client/field-errors";

type DeleteDialogProps = {
  readonly title: string;
  readonly text: string;
  /** The text that the person must type. */
  readonly wanted: string;
  readonly label: string;
  readonly hasPassword: boolean;
  readonly pending: boolean;
  readonly error: unknown;
  readonly onDelete: (confirmation: { typed: string; password: string }) => void;
  readonly onClose: () => void;
};

/** Deletes permanently after the person has typed a name and the password. */
export default function DeleteDialog(props: DeleteDialogProps) {
  const { title, text, wanted, label, hasPassword, pending, error, onDelete, onClose } = props;
  const t = useTranslations("settings");
  const ui = useTranslations("ui");
  const fieldError = useFieldError();
  const formId = useId();
  const [typed, setTyped] = useState("");
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    onDelete({ typed: typed.trim(), password: String(data.get("password") ?? "") });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button type="submit" form={formId} variant="danger" pending={pending} disabled={typed.trim() !== wanted}>
            {t("deleteForGood")}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-5">
        <Notice tone="danger">{text}</Notice>
        <Field label={label} error={fieldError(error, "name") ?? fieldError(error, "email")} required>
          <Input value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" dir="auto" />
        </Field>
        {hasPassword ? (
          <Field label={t("currentPassword")} error={fieldError(error, "password")} required>
            <PasswordInput name="password" autoComplete="current-password" />
          </Field>
        ) : null}
        <Failure error={error} fields={["name", "email", "password"]} />
      </form>
    </Dialog>
  );
}
