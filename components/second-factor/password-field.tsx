"use client";

import { useTranslations } from "use-intl";
import { PasswordInput } from "@/components/auth/password-input";
import { Field } from "@/components/ui/field";
import { useFieldError } from "@/lib/client/field-errors";

/** The current password, if the person has one. */
export function CurrentPasswordField({ hasPassword, error }: { hasPassword: boolean; error: unknown }) {
  const t = useTranslations("secondFactor");
  const fieldError = useFieldError();
  if (!hasPassword) return null;
  return (
    <Field label={t("password")} error={fieldError(error, "currentPassword")} required>
      <PasswordInput name="currentPassword" autoComplete="current-password" />
    </Field>
  );
}

/** The request body that confirms a change. */
export function confirmationOf(form: FormData, hasPassword: boolean): { currentPassword?: string } {
  return hasPassword ? { currentPassword: String(form.get("currentPassword") ?? "") } : {};
}
