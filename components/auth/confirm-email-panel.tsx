"use client";

import Link from "next/link";
import { useTranslations } from "use-intl";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { confirmEmail } from "@/lib/client/sign-in";
import { AuthPanel } from "./auth-panel";
import { useLinkPreview } from "./use-link-preview";
import { useLinkToken } from "./use-link-token";

/** Confirms the address of the link, without signing in and without another click. */
export function ConfirmEmailPanel() {
  const t = useTranslations("auth");
  const token = useLinkToken();
  const { value: email, refusal } = useLinkPreview(token, confirmEmail, t("confirmEmail.badLink"));
  const problem = token === null ? t("confirmEmail.badLink") : refusal;
  return (
    <AuthPanel title={t("confirmEmail.title")}>
      {problem ? (
        <p role="alert">{problem}</p>
      ) : email ? (
        <Notice tone="success" live>
          {t.rich("confirmEmail.done", { email: () => <bdi className="break-all">{email}</bdi> })}
        </Notice>
      ) : (
        <Skeleton className="h-6 w-3/4" />
      )}
      <Link href="/settings" className={buttonClass()}>
        {t("confirmEmail.toProfile")}
      </Link>
    </AuthPanel>
  );
}
