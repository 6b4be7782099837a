"use client";

import Link from "next/link";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { Button, buttonClass } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { ApiError } from "@/lib/client/api-error";
import { api } from "@/lib/client/fetch";
import { useErrorText } from "@/lib/client/use-error-text";
import type { PasswordResetAccepted } from "@/lib/schemas/sign-in";
import { AuthPanel, LINK_CLASS } from "./auth-panel";
import { PasswordInput } from "./password-input";
import { useLinkToken } from "./use-link-token";

/** Without a link: asks for one. With one: takes the new password. */
export function ResetForm() {
  const token = useLinkToken();
  return token ? <NewPassword token={token} /> : <AskForLink />;
}

function AskForLink() {
  const t = useTranslations("auth");
  const { pending, failure, submit } = useSubmit();
  const [sent, setSent] = useState<"mail" | "administrator" | null>(null);
  const ask = submit(async (form) => {
    const { mail } = await api<typeof PasswordResetAccepted>("POST", "/password-reset", {
      body: { email: String(form.get("email")).trim() },
    });
    setSent(mail ? "mail" : "administrator");
  });
  return (
    <AuthPanel
      title={t("reset.title")}
      text={t("reset.text")}
      footer={
        <Link href="/sign-in" className={LINK_CLASS}>
          {t("signUp.toSignIn")}
        </Link>
      }
    >
      {sent ? (
        <Notice tone="success" live>
          {t(`reset.sent.${sent}`)}
        </Notice>
      ) : (
        <form onSubmit={ask} className="flex flex-col gap-4">
          <Field label={t("email")} required error={failure}>
            <Input name="email" type="email" autoComplete="username" dir="ltr" />
          </Field>
          <Button type="submit" variant="primary" size="lg" pending={pending}>
            {t("reset.ask")}
          </Button>
        </form>
      )}
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
    <AuthPanel title={t("reset.newTitle")} text={t("reset.newText")}>
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

/** The state of a small form: under way, and what went wrong, in words. */
function useSubmit() {
  const t = useTranslations("auth");
  const errorText = useErrorText();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const submit = (work: (form: FormData) => Promise<void>) => async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setPending(true);
    setFailure(undefined);
    try {
      await work(form);
    } catch (error) {
      const used = error instanceof ApiError && error.code === "not_found";
      setFailure(used ? t("linkUsed") : errorText(error));
    }
    setPending(false);
  };
  return { pending, failure, submit };
}
