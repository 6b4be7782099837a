"use client";

import { useTranslations } from "use-intl";
import { Failure } from "@/components/ui/failure";
import { FormDialog } from "@/components/ui/form-dialog";
import { useNewRecoveryCodes } from "@/lib/client/second-factor";
import { CurrentPasswordField, confirmationOf } from "./password-field";

type NewCodesDialogProps = {
  readonly hasPassword: boolean;
  readonly onDone: (codes: readonly string[]) => void;
  readonly onClose: () => void;
};

/** Replaces the recovery codes. */
export default function NewCodesDialog({ hasPassword, onDone, onClose }: NewCodesDialogProps) {
  const t = useTranslations("secondFactor");
  const renew = useNewRecoveryCodes();
  const submit = (form: FormData) =>
    renew.mutate(confirmationOf(form, hasPassword), {
      onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes ?? []),
    });
  return (
    <FormDialog
      title={t("newCodes")}
      description={t("newCodesText")}
      submitLabel={t("newCodes")}
      pending={renew.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <CurrentPasswordField hasPassword={hasPassword} error={renew.error} />
      <Failure error={renew.error} fields={["currentPassword"]} />
    </FormDialog>
  );
}
