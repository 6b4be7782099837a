"use client";

import type { ComponentProps } from "react";
import { useTranslations } from "use-intl";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useFieldError } from "@/lib/client/field-errors";

type AddressesFieldProps = Pick<ComponentProps<typeof Field>, "optionalLabel"> & {
  readonly error: Error | null;
  readonly initial?: readonly string[];
};

/** The addresses that may use a key. All may if it is empty. */
export function AddressesField({ error, initial = [], optionalLabel }: AddressesFieldProps) {
  const t = useTranslations("keys");
  const fieldError = useFieldError();
  return (
    <Field
      label={t("allowedAddresses")}
      optionalLabel={optionalLabel}
      hint={t("allowedAddressesHint")}
      error={fieldError(error, "allowedAddresses")}
    >
      <Input
        name="allowedAddresses"
        defaultValue={initial.join(", ")}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={3_000}
      />
    </Field>
  );
}

/** Addresses are separated by blanks or commas, including Arabic and Chinese ones. */
export function addressesOfForm(form: FormData): string[] {
  return String(form.get("allowedAddresses") ?? "")
    .split(/[\s,\u060C\u3001\uFF0C]+/)
    .filter(Boolean);
}
