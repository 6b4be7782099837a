"use client";

import { type SubmitEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { PasswordInput } from "@/components/auth/password-input";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/card";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { Mail } from "@/components/ui/icons";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { useCommaList } from "@/components/ui/writing";
import { ApiError, toneOfFailure } from "@/lib/client/api-error";
import { useFieldError } from "@/lib/client/field-errors";
import { useChangeProfile, useSendConfirmation } from "@/lib/client/profile";
import { useErrorText } from "@/lib/client/texts";
import type { Profile } from "@/lib/schemas/profile";
import { PROVIDER_NAMES, type ProviderId } from "@/lib/vocabulary/accounts";

const FIELDS = ["name", "email", "currentPassword"];

type ProfileFormProps = {
  readonly profile: Profile;
  /** Whether the server can mail a link to confirm the address. */
  readonly canMail: boolean;
};

/** Name and address. A new address requires the password, because the address can be used to recover the account. */
export function ProfileForm({ profile: first, canMail }: ProfileFormProps) {
  const t = useTranslations("settings");
  const ui = useTranslations("ui");
  const fieldError = useFieldError();
  const commaList = useCommaList();
  const change = useChangeProfile();
  const confirmation = useConfirmation();
  const [profile, setProfile] = useState(first);
  const [email, setEmail] = useState(first.email);
  const isUnconfirmed = canMail && !profile.emailVerified;
  const isNewAddress = email.trim().toLowerCase() !== profile.email.toLowerCase();

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const password = String(data.get("currentPassword") ?? "");
    change.mutate(
      {
        name: String(data.get("name") ?? ""),
        ...(isNewAddress ? { email: email.trim(), ...(password ? { currentPassword: password } : {}) } : {}),
      },
      {
        onSuccess: (next) => {
          setProfile(next);
          setEmail(next.email);
          toast(ui("saved"), { tone: "success" });
          if (isNewAddress && canMail) confirmation.send(next.email);
        },
      },
    );
  };
  const refusal = reasonOf(change.error);

  return (
    <Section beside title={t("profile")} description={t("profileText")}>
      <form onSubmit={submit} className="flex max-w-md flex-col gap-5">
        <Field label={t("name")} error={fieldError(change.error, "name")} required>
          <Input name="name" defaultValue={first.name} maxLength={100} autoComplete="name" dir="auto" />
        </Field>
        <Field
          label={t("email")}
          error={refusal === "email_taken" ? t("emailTaken") : fieldError(change.error, "email")}
          hint={
            !isUnconfirmed || isNewAddress
              ? undefined
              : confirmation.sentTo === profile.email
                ? t("confirmationSent", { email: profile.email })
                : t("emailUnverified")
          }
          required
        >
          <Input
            type="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            maxLength={254}
            autoComplete="email"
            dir="ltr"
          />
        </Field>
        {isUnconfirmed && !isNewAddress ? (
          <Button
            icon={Mail}
            size="sm"
            className="-mt-2 self-start"
            pending={confirmation.isPending}
            onClick={() => confirmation.send(profile.email)}
          >
            {t("sendConfirmation")}
          </Button>
        ) : null}
        {isNewAddress && profile.hasPassword ? (
          <Field
            label={t("currentPassword")}
            hint={t("emailPasswordHint")}
            error={fieldError(change.error, "currentPassword")}
            required
          >
            <PasswordInput name="currentPassword" autoComplete="current-password" />
          </Field>
        ) : null}
        {profile.providers.length > 0 ? (
          <p className="text-sm text-muted">
            {t("linkedWays", {
              ways: commaList(profile.providers.map((provider) => PROVIDER_NAMES[provider as ProviderId] ?? provider)),
            })}
          </p>
        ) : null}
        <Failure error={refusal === "email_taken" ? null : change.error} fields={FIELDS} title={t("notSaved")} />
        <Button type="submit" variant="primary" pending={change.isPending} className="self-start">
          {ui("save")}
        </Button>
      </form>
    </Section>
  );
}

/** Mails the link that confirms an address, and reports whether it was sent. */
function useConfirmation() {
  const t = useTranslations("settings");
  const errorText = useErrorText();
  const send = useSendConfirmation();
  const [sentTo, setSentTo] = useState<string | null>(null);
  return {
    isPending: send.isPending,
    sentTo,
    send: (email: string) =>
      send.mutate(undefined, {
        onSuccess: () => {
          setSentTo(email);
          toast(t("confirmationSent", { email }), { tone: "success" });
        },
        onError: (error) => toast(errorText(error), { tone: toneOfFailure(error) }),
      }),
  };
}

function reasonOf(error: unknown): unknown {
  return error instanceof ApiError ? error.details.reason : undefined;
}
