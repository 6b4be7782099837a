"use client";

import { useTranslations } from "use-intl";
import { Failure } from "@/components/ui/failure";
import { FormDialog } from "@/components/ui/form-dialog";
import { succeed } from "@/components/ui/toast";
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
        onSuccess: succeed(t("isRemoved"), onClose),
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
      <Failure error={remove.error} fields={["currentPassword"]} />
    </FormDialog>
  );
}
