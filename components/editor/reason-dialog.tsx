"use client";

import { useState } from "react";
import { useTranslations } from "use-intl";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Textarea } from "@/components/ui/input";

/** Asks for the reason to reject a translation or to ignore an error. */
export default function ReasonDialog({
  purpose,
  onClose,
  onGive,
}: {
  readonly purpose: "sendBackDialog" | "ignoreDialog";
  readonly onClose: () => void;
  readonly onGive: (reason: string) => void;
}) {
  const t = useTranslations("editor");
  const [missing, setMissing] = useState(false);
  const submit = (data: FormData) => {
    const reason = String(data.get("reason") ?? "").trim();
    setMissing(reason === "");
    if (reason !== "") onGive(reason);
  };
  return (
    <FormDialog
      size="sm"
      title={t(`${purpose}.title`)}
      submitLabel={t(`${purpose}.submit`)}
      pending={false}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t(`${purpose}.reason`)} required error={missing ? t("reasonMissing") : undefined}>
        <Textarea
          name="reason"
          maxLength={1000}
          dir="auto"
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
          }}
        />
      </Field>
    </FormDialog>
  );
}
