"use client";

import { type SubmitEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/card";
import { Radio } from "@/components/ui/checkbox";
import { Failure } from "@/components/ui/failure";
import { toast } from "@/components/ui/toast";
import { type SignUpState, useSetSignUp } from "@/lib/client/admin";
import { SIGN_UP_POLICIES, type SignUpPolicy } from "@/lib/vocabulary/accounts";

type Choice = SignUpPolicy | "environment";

/** Who may create an account on this server. */
export function SignUpForm({ setting: first }: { setting: SignUpState }) {
  const t = useTranslations("admin");
  const ui = useTranslations("ui");
  const set = useSetSignUp();
  const [choice, setChoice] = useState<Choice>(first.isSet ? first.policy : "environment");
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    set.mutate(choice === "environment" ? null : choice, {
      onSuccess: () => toast(ui("saved"), { tone: "success" }),
    });
  };
  return (
    <Section title={t("signUp")} description={t("signUpText")}>
      <form onSubmit={submit} className="flex flex-col gap-5">
        <fieldset className="flex flex-col gap-3">
          <legend className="sr-only">{t("signUp")}</legend>
          {SIGN_UP_POLICIES.map((policy) => (
            <Radio
              key={policy}
              name="policy"
              checked={choice === policy}
              onChange={() => setChoice(policy)}
              label={t(`policies.${policy}`)}
              hint={t(`policyTexts.${policy}`)}
            />
          ))}
          <Radio
            name="policy"
            checked={choice === "environment"}
            onChange={() => setChoice("environment")}
            label={t("policies.environment")}
            hint={t("policyTexts.environment", { policy: t(`policies.${first.fromEnvironment}`) })}
          />
        </fieldset>
        <Failure error={set.error} title={t("notChanged")} />
        <Button type="submit" variant="primary" pending={set.isPending} className="self-start">
          {ui("save")}
        </Button>
      </form>
    </Section>
  );
}
