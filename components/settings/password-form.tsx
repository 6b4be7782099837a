"use client";

import { type SubmitEvent, useRef } from "react";
import { useTranslations } from "use-intl";
import { PasswordInput } from "@/components/auth/password-input";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/card";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import { useFieldError } from "@/lib/client/field-errors";
import { useChangePassword } from "@/lib/client/profile";

const FIELDS = ["currentPassword", "newPassword"];

type PasswordFormProps = { readonly email: string; readonly hasPassword: boolean };

export function PasswordForm({ email, hasPassword }: PasswordFormProps) {
  const t = useTranslations("settings");
  const fieldError = useFieldError();
  const change = useChangePassword();
  const form = useRef<HTMLFormElement>(null);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const current = String(data.get("currentPassword") ?? "");
    change.mutate(
      { newPassword: String(data.get("newPassword") ?? ""), ...(hasPassword ? { currentPassword: current } : {}) },
      {
        onSuccess: () => {
          form.current?.reset();
          toast(t("passwordChanged"), { tone: "success" });
        },
      },
    );
  };

  return (
    <Section beside title={t("password")} description={t("passwordText")}>
      <form ref={form} onSubmit={submit} className="flex max-w-md flex-col gap-5">
        {/* Shows password managers the user of the password. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        {hasPassword ? (
          <Field label={t("currentPassword")} error={fieldError(change.error, "currentPassword")} required>
            <PasswordInput name="currentPassword" autoComplete="current-password" />
          </Field>
        ) : (
          <p className="text-sm text-muted">{t("noPasswordYet")}</p>
        )}
        <Field
          label={t("newPassword")}
          hint={t("newPasswordHint")}
          error={fieldError(change.error, "newPassword")}
          required
        >
          <PasswordInput name="newPassword" autoComplete="new-password" minLength={8} maxLength={200} />
        </Field>
        <Failure error={change.error} fields={FIELDS} title={t("notSaved")} />
        <Button type="submit" variant="primary" pending={change.isPending} className="self-start">
          {hasPassword ? t("changePassword") : t("setPassword")}
        </Button>
      </form>
    </Section>
  );
}
