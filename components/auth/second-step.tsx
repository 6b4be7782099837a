"use client";

import { type SubmitEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { KeyRound } from "@/components/ui/icons";
import { Input } from "@/components/ui/input";
import { ApiError, toneOfFailure } from "@/lib/client/api-error";
import { askPasskey, type SecondFactorAnswer, signInWithPassword } from "@/lib/client/sign-in";
import { useErrorText } from "@/lib/client/texts";
import { AuthPanel } from "./auth-panel";
import { FailureNote, type ShownFailure, useRefusalText } from "./failure-note";

/** The user whose password was accepted, and the possible factors: `code`, `passkey` or both. */
export type SecondStepOf = { readonly email: string; readonly password: string; readonly kinds: readonly string[] };

type SecondStepProps = SecondStepOf & { readonly onSignedIn: () => void; readonly onBack: () => void };

/** Asks for the second factor after the password. */
export function SecondStep({ email, password, kinds, onSignedIn, onBack }: SecondStepProps) {
  const t = useTranslations("auth");
  const errorText = useErrorText();
  const refusalText = useRefusalText();
  const [pending, setPending] = useState<"code" | "passkey" | null>(null);
  const [failure, setFailure] = useState<ShownFailure | null>(null);

  const answer = async (kind: "code" | "passkey", ask: () => Promise<SecondFactorAnswer>) => {
    setPending(kind);
    setFailure(null);
    try {
      const refusal = await signInWithPassword(email, password, await ask());
      if (refusal === null) return onSignedIn();
      setFailure({ text: refusalText(refusal), tone: "warning" });
    } catch (error) {
      setFailure(
        error instanceof ApiError
          ? { text: errorText(error), tone: toneOfFailure(error) }
          : { text: t("secondStep.passkeyFailed"), tone: "warning" },
      );
    }
    setPending(null);
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code") ?? "").trim();
    void answer("code", async () => ({ code }));
  };

  return (
    <AuthPanel
      title={t("secondStep.title")}
      text={t(kinds.includes("code") ? "secondStep.codeText" : "secondStep.passkeyText")}
      footer={<p>{t("secondStep.lost")}</p>}
    >
      <FailureNote failure={failure} />
      {kinds.includes("passkey") ? (
        <Button
          icon={KeyRound}
          variant="primary"
          size="lg"
          pending={pending === "passkey"}
          onClick={() => void answer("passkey", async () => ({ passkey: await askPasskey(email, password) }))}
        >
          {t("secondStep.usePasskey")}
        </Button>
      ) : null}
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label={t("secondStep.code")} required>
          <Input name="code" dir="ltr" autoComplete="one-time-code" spellCheck={false} maxLength={40} />
        </Field>
        <Button
          type="submit"
          variant={kinds.includes("passkey") ? "secondary" : "primary"}
          size="lg"
          pending={pending === "code"}
        >
          {t("signIn.submit")}
        </Button>
      </form>
      <Button variant="ghost" onClick={onBack}>
        {t("secondStep.back")}
      </Button>
    </AuthPanel>
  );
}
