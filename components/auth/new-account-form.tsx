"use client";

import Link from "next/link";
import { type SubmitEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { ApiError } from "@/lib/client/api-error";
import { type SignInRefusal, signInWithPassword } from "@/lib/client/sign-in";
import { LINK_CLASS } from "./auth-panel";
import { useRefusalText } from "./failure-note";
import { PasswordInput } from "./password-input";
import { START_PATH } from "./return-path";

export type NewAccount = {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly accountName?: string;
};

type NewAccountFormProps = {
  /** Creates the account; throws ApiError. */
  readonly create: (account: NewAccount) => Promise<unknown>;
  readonly submitLabel: string;
  /** The invited address, which cannot be changed. */
  readonly email?: string;
  /** Whether to ask for the name of a workspace. */
  readonly withWorkspace: boolean;
};

/** Name, address and password of a new user, who is then signed in. */
export function NewAccountForm({ create, submitLabel, email, withWorkspace }: NewAccountFormProps) {
  const t = useTranslations("auth");
  const ui = useTranslations("ui");
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [refusal, setRefusal] = useState<SignInRefusal | null>(null);
  const faultOf = (path: string) =>
    error instanceof ApiError ? error.fields.find((field) => field.path === path)?.message : undefined;

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "").trim();
    const password = String(form.get("password"));
    const account: NewAccount = {
      name: text("name"),
      email: email ?? text("email"),
      password,
      ...(text("accountName") === "" ? {} : { accountName: text("accountName") }),
    };
    setPending(true);
    setError(null);
    setRefusal(null);
    try {
      await create(account);
      const refused = await signInWithPassword(account.email, password);
      if (refused === null) return window.location.assign(START_PATH);
      setRefusal(refused);
    } catch (thrown) {
      setError(thrown);
    }
    setPending(false);
  };

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {error && !(error instanceof ApiError && error.fields.length > 0) ? <Failure error={error} /> : null}
      {refusal ? <NotSignedIn refusal={refusal} /> : null}
      <Field label={t("name")} required error={faultOf("name")}>
        <Input name="name" autoComplete="name" maxLength={100} dir="auto" />
      </Field>
      <Field label={t("email")} required error={faultOf("email")}>
        <Input
          name="email"
          type="email"
          autoComplete="username"
          maxLength={254}
          dir="ltr"
          defaultValue={email}
          readOnly={email !== undefined}
        />
      </Field>
      <Field label={t("password")} required hint={t("passwordHint")} error={faultOf("password")}>
        <PasswordInput name="password" autoComplete="new-password" minLength={8} maxLength={200} />
      </Field>
      {withWorkspace ? (
        <Field
          label={t("workspace")}
          optionalLabel={ui("optional")}
          hint={t("workspaceHint")}
          error={faultOf("accountName")}
        >
          <Input name="accountName" autoComplete="organization" maxLength={100} dir="auto" />
        </Field>
      ) : null}
      <Button type="submit" variant="primary" size="lg" pending={pending} className="mt-1">
        {submitLabel}
      </Button>
    </form>
  );
}

/** The message does not reveal whether the address already has an account. */
function NotSignedIn({ refusal }: { refusal: SignInRefusal }) {
  const t = useTranslations("auth");
  const refusalText = useRefusalText();
  return (
    <Notice tone="warning" live>
      <p>{refusal.code === "CredentialsSignin" ? t("signUp.notSignedIn") : refusalText(refusal)}</p>
      <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1">
        <Link href="/sign-in" className={LINK_CLASS}>
          {t("signUp.toSignIn")}
        </Link>
        <Link href="/reset-password" className={LINK_CLASS}>
          {t("signIn.forgot")}
        </Link>
      </p>
    </Notice>
  );
}
