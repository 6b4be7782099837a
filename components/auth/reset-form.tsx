"use client";

import Link from "next/link";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button, buttonClass } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { api } from "@/lib/client/fetch";
import { checkResetLink } from "@/lib/client/sign-in";
import type { PasswordResetAccepted } from "@/lib/schemas/sign-in";
import { AskForLink } from "./ask-for-link";
import { AuthPanel, LINK_CLASS } from "./auth-panel";
import { PasswordInput } from "./password-input";
import { useLinkPreview } from "./use-link-preview";
import { useLinkToken } from "./use-link-token";
import { useSubmit } from "./use-submit";

/** Requests a reset link or, if the page was opened by one, sets the new password. */
export function ResetForm() {
  const t = useTranslations("auth");
  const token = useLinkToken();
  const { value: isUsable, refusal } = useLinkPreview(token, checkResetLink);
  if (token && !refusal) return isUsable ? <NewPassword token={token} /> : <Waiting />;
  const ask = async (email: string) => {
    const { mail } = await api<typeof PasswordResetAccepted>("POST", "/password-reset", { body: { email } });
    return t(`reset.sent.${mail ? "mail" : "administrator"}`);
  };
  return (
    <AskForLink
      title={t("reset.title")}
      text={t("reset.text")}
      submitLabel={t("reset.ask")}
      ask={ask}
      refusal={refusal}
    />
  );
}

function Waiting() {
  const t = useTranslations("auth");
  return (
    <AuthPanel title={t("reset.newTitle")} text={t("reset.newText")}>
      <Skeleton className="h-40" />
    </AuthPanel>
  );
}

function NewPassword({ token }: { token: string }) {
  const t = useTranslations("auth");
  const { pending, failure, submit } = useSubmit();
  const [done, setDone] = useState(false);
  const set = submit(async (form) => {
    await api("POST", "/password-reset/confirm", { body: { token, password: String(form.get("password")) } });
    setDone(true);
  });
  return (
    <AuthPanel
      title={t("reset.newTitle")}
      text={t("reset.newText")}
      footer={
        // Not a link of the router, which would keep the page with its token.
        done ? null : (
          <a href="/reset-password" className={LINK_CLASS}>
            {t("reset.another")}
          </a>
        )
      }
    >
      {done ? (
        <>
          <Notice tone="success" live>
            {t("reset.done")}
          </Notice>
          <Link href="/sign-in" className={buttonClass("primary", "lg")}>
            {t("signIn.submit")}
          </Link>
        </>
      ) : (
        <form onSubmit={set} className="flex flex-col gap-4">
          <Field label={t("newPassword")} required hint={t("passwordHint")} error={failure}>
            <PasswordInput name="password" autoComplete="new-password" minLength={8} maxLength={200} />
          </Field>
          <Button type="submit" variant="primary" size="lg" pending={pending}>
            {t("reset.set")}
          </Button>
        </form>
      )}
    </AuthPanel>
  );
}
