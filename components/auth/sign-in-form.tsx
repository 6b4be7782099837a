"use client";

import Link from "next/link";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import type { z } from "zod";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { toneOfFailure } from "@/lib/client/api-error";
import { signInWithPassword, signInWithProvider } from "@/lib/client/sign-in";
import { useErrorText } from "@/lib/client/texts";
import type { SignInOptions } from "@/lib/schemas/sign-in";
import { AuthPanel, LINK_CLASS } from "./auth-panel";
import { FailureNote, type ShownFailure, useRefusalText } from "./failure-note";
import { PasswordInput } from "./password-input";
import { SecondStep, type SecondStepOf } from "./second-step";

/** Error codes of a provider's callback that have a message of their own. The others get a general one. */
const PROVIDER_FAULTS = ["email_not_verified", "not_linked", "sign_up_closed", "no_workspace"] as const;

type SignInFormProps = {
  readonly options: z.output<typeof SignInOptions>;
  /** Path after signing in. */
  readonly returnTo: string;
  /** Error code of the provider's callback. */
  readonly fault: string | null;
};

export function SignInForm({ options, returnTo, fault }: SignInFormProps) {
  const t = useTranslations("auth");
  const errorText = useErrorText();
  const refusalText = useRefusalText();
  const [pending, setPending] = useState(false);
  const providerFault = PROVIDER_FAULTS.find((known) => known === fault);
  const [failure, setFailure] = useState<ShownFailure | null>(
    fault === null
      ? null
      : { text: providerFault ? t(`refusal.${providerFault}`) : t("refusal.provider"), tone: "warning" },
  );

  const [secondStep, setSecondStep] = useState<SecondStepOf | null>(null);
  if (secondStep)
    return (
      <SecondStep
        {...secondStep}
        onSignedIn={() => window.location.assign(wayBack(returnTo))}
        onBack={() => {
          setSecondStep(null);
          setPending(false);
        }}
      />
    );

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setPending(true);
    setFailure(null);
    try {
      const [email, password] = [String(form.get("email")), String(form.get("password"))];
      const refusal = await signInWithPassword(email, password);
      if (refusal === null) return window.location.assign(wayBack(returnTo));
      if (refusal.code === "second_factor") return setSecondStep({ email, password, kinds: refusal.kinds });
      setFailure({ text: refusalText(refusal), tone: "warning" });
    } catch (error) {
      setFailure({ text: errorText(error), tone: toneOfFailure(error) });
    }
    setPending(false);
  };

  return (
    <AuthPanel
      title={t("signIn.title")}
      footer={
        <>
          {options.passwords ? (
            <Link href="/reset-password" className={LINK_CLASS}>
              {t("signIn.forgot")}
            </Link>
          ) : null}
          {options.passwords && options.signUp === "open" ? (
            <Link href="/sign-up" className={LINK_CLASS}>
              {t("signIn.toSignUp")}
            </Link>
          ) : null}
        </>
      }
    >
      {options.setupNeeded ? <Notice tone="accent">{t("signIn.setupNeeded")}</Notice> : null}
      <FailureNote failure={failure} />
      {options.passwords ? (
        <form onSubmit={submit} className="flex flex-col gap-4">
          <Field label={t("email")} required>
            <Input name="email" type="email" autoComplete="username" dir="ltr" />
          </Field>
          <Field label={t("password")} required>
            <PasswordInput name="password" autoComplete="current-password" />
          </Field>
          <Button type="submit" variant="primary" size="lg" pending={pending} className="mt-1">
            {t("signIn.submit")}
          </Button>
        </form>
      ) : null}
      {options.providers.length > 0 ? (
        <div className={options.passwords ? "flex flex-col gap-2 border-t border-line pt-5" : "flex flex-col gap-2"}>
          {options.providers.map(({ id, name }) => (
            <Button key={id} size="lg" onClick={() => void signInWithProvider(id, wayBack(returnTo))}>
              {t("signIn.with", { provider: name })}
            </Button>
          ))}
        </div>
      ) : null}
    </AuthPanel>
  );
}

/** The path with the current fragment, such as an invitation's token. Browser only. */
function wayBack(path: string): string {
  return path.includes("#") ? path : path + window.location.hash;
}
