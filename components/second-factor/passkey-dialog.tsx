"use client";

import { useTranslations } from "use-intl";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { areAllShownByFields, useFieldError } from "@/lib/client/field-errors";
import { NoPasskey, useAddPasskey } from "@/lib/client/second-factor";
import { CurrentPasswordField, confirmationOf } from "./password-field";

const FIELDS = ["name", "currentPassword"];

type PasskeyDialogProps = {
  readonly hasPassword: boolean;
  /** Called with recovery codes if this is the first second factor. */
  readonly onDone: (codes: readonly string[] | null) => void;
  readonly onClose: () => void;
};

/** Names a passkey and creates it in the browser. */
export default function PasskeyDialog({ hasPassword, onDone, onClose }: PasskeyDialogProps) {
  const t = useTranslations("secondFactor");
  const fieldError = useFieldError();
  const add = useAddPasskey();
  const submit = (form: FormData) =>
    add.mutate(
      { name: String(form.get("name") ?? ""), ...confirmationOf(form, hasPassword) },
      { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) },
    );
  return (
    <FormDialog
      title={t("addPasskey")}
      description={t("passkeysText")}
      submitLabel={t("continue")}
      pending={add.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t("passkeyName")} hint={t("passkeyNameHint")} error={fieldError(add.error, "name")} required>
        <Input name="name" maxLength={100} autoComplete="off" dir="auto" />
      </Field>
      <CurrentPasswordField hasPassword={hasPassword} error={add.error} />
      <PasskeyFailure error={add.error} />
    </FormDialog>
  );
}

function PasskeyFailure({ error }: { error: Error | null }) {
  const t = useTranslations("secondFactor");
  if (!error || areAllShownByFields(error, FIELDS)) return null;
  if (!(error instanceof NoPasskey)) return <Failure error={error} />;
  return (
    <Notice tone="warning" live>
      {t(error.isRegistered ? "passkeyRegistered" : "passkeyFailed")}
    </Notice>
  );
}
