"use client";

import Link from "next/link";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { AuthPanel, LINK_CLASS } from "./auth-panel";
import { useSubmit } from "./use-submit";

type AskForLinkProps = {
  readonly title: string;
  readonly text: string;
  readonly submitLabel: string;
  /** Requests the link and returns the message to show. Throws ApiError. */
  readonly ask: (email: string) => Promise<string>;
  /** Why the link that the person opened cannot be used; null without such a link. */
  readonly refusal: string | null;
};

/** Requests a link for an address. The response is the same whether or not the address exists. */
export function AskForLink({ title, text, submitLabel, ask, refusal }: AskForLinkProps) {
  const t = useTranslations("auth");
  const { pending, failure, submit } = useSubmit();
  const [answer, setAnswer] = useState<string | null>(null);
  return (
    <AuthPanel
      title={title}
      text={text}
      footer={
        <Link href="/sign-in" className={LINK_CLASS}>
          {t("signUp.toSignIn")}
        </Link>
      }
    >
      {answer ? (
        <Notice tone="success" live>
          {answer}
        </Notice>
      ) : (
        <form
          onSubmit={submit(async (form) => setAnswer(await ask(String(form.get("email")).trim())))}
          className="flex flex-col gap-4"
        >
          {refusal ? (
            <Notice tone="warning" live>
              {refusal}
            </Notice>
          ) : null}
          <Field label={t("email")} required error={failure}>
            <Input name="email" type="email" autoComplete="username" maxLength={254} dir="ltr" />
          </Field>
          <Button type="submit" variant="primary" size="lg" pending={pending}>
            {submitLabel}
          </Button>
        </form>
      )}
    </AuthPanel>
  );
}
