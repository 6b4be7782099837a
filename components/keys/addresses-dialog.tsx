"use client";

import { useTranslations } from "use-intl";
import { Failure } from "@/components/ui/failure";
import { FormDialog } from "@/components/ui/form-dialog";
import { succeed } from "@/components/ui/toast";
import { type Key, useChangeAddresses } from "@/lib/client/keys";
import { AddressesField, addressesOfForm } from "./addresses-field";

type AddressesDialogProps = { readonly apiKey: Key; readonly onClose: () => void };

/** Changes the addresses that may use a key. */
export default function AddressesDialog({ apiKey: key, onClose }: AddressesDialogProps) {
  const t = useTranslations("keys");
  const ui = useTranslations("ui");
  const change = useChangeAddresses();
  const save = (form: FormData) =>
    change.mutate(
      { id: key.id, allowedAddresses: addressesOfForm(form) },
      {
        onSuccess: succeed(t("addressesSaved", { name: key.name }), onClose),
      },
    );
  return (
    <FormDialog
      title={t("addressesNamed", { name: key.name })}
      description={t("addressesText")}
      submitLabel={ui("save")}
      pending={change.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <AddressesField error={change.error} initial={key.allowedAddresses ?? []} />
      <Failure error={change.error} fields={["allowedAddresses"]} />
    </FormDialog>
  );
}
