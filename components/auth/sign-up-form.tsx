"use client";

import Link from "next/link";
import { useTranslations } from "use-intl";
import { signUp } from "@/lib/client/sign-in";
import { AuthPanel, LINK_CLASS } from "./auth-panel";
import { NewAccountForm } from "./new-account-form";

export function SignUpForm() {
  const t = useTranslations("auth");
  return (
    <AuthPanel
      title={t("signUp.title")}
      text={t("signUp.text")}
      footer={
        <Link href="/sign-in" className={LINK_CLASS}>
          {t("signUp.toSignIn")}
        </Link>
      }
    >
      <NewAccountForm create={signUp} submitLabel={t("signUp.submit")} withWorkspace />
    </AuthPanel>
  );
}
