"use client";

import { useState } from "react";
import { useTranslations } from "use-intl";
import { ProtectField, protectOf } from "@/components/language-resources/protect-field";
import { faultyLine } from "@/components/language-resources/protect-try";
import { FormDialog } from "@/components/ui/form-dialog";
import type { SteadyTranslator } from "./use-translator";

type ProtectDialogProps = { readonly state: SteadyTranslator; readonly onClose: () => void };

/** Patterns of text that this translation leaves unchanged. */
export default function ProtectDialog({ state: { wishes, setWishes, shown }, onClose }: ProtectDialogProps) {
  const t = useTranslations("protect");
  const [error, setError] = useState<string>();
  const submit = (data: FormData) => {
    const protect = protectOf(data);
    const line = faultyLine(String(data.get("protect")));
    if (line > 0) return setError(t("faulty", { line }));
    const { protect: _, ...others } = wishes;
    setWishes(protect.length > 0 ? { ...others, protect } : others);
    onClose();
  };
  return (
    <FormDialog title={t("label")} submitLabel={t("use")} pending={false} onSubmit={submit} onClose={onClose}>
      <ProtectField patterns={wishes.protect ?? []} error={error} sample={shown?.request.text ?? ""} />
    </FormDialog>
  );
}
