"use client";

import { useTranslations } from "use-intl";
import { Failure } from "@/components/ui/failure";
import { FormDialog } from "@/components/ui/form-dialog";
import { toast } from "@/components/ui/toast";
import { areAllShownByFields } from "@/lib/client/field-errors";
import { useRemoveSecondFactor } from "@/lib/client/second-factor";
import { CurrentPasswordField, confirmationOf } from "./password-field";

type RemoveDialogProps = {
  readonly title: string;
  /** Null for the authenticator app. */
  readonly passkeyId: string | null;
  readonly hasPassword: boolean;
  readonly onClose: () => void;
};

/** Confirms the removal of a second factor with the password. */
export default function RemoveDialog({ title, passkeyId, hasPassword, onClose }: RemoveDialogProps) {
  const t = useTranslations("secondFactor");
  const remove = useRemoveSecondFactor();
  const submit = (form: FormData) =>
    remove.mutate(
      { passkeyId, ...confirmationOf(form, hasPassword) },
      {
        onSuccess: () => {
          toast(t("isRemoved"), { tone: "success" });
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={title}
      description={hasPassword ? t("passwordFirst") : undefined}
      submitLabel={t("remove")}
      pending={remove.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <CurrentPasswordField hasPassword={hasPassword} error={remove.error} />
      {remove.error && !areAllShownByFields(remove.error, ["currentPassword"]) ? (
        <Failure error={remove.error} />
      ) : null}
    </FormDialog>
  );
}
