"use client";

import { useTranslations } from "use-intl";
import { Notice } from "@/components/ui/notice";
import { setUp } from "@/lib/client/sign-in";
import { AuthPanel } from "./auth-panel";
import { NewAccountForm } from "./new-account-form";
import { useLinkToken } from "./use-link-token";

/** The first administrator, by the link that the first start prints. */
export function SetupForm() {
  const t = useTranslations("auth");
  const token = useLinkToken();
  return (
    <AuthPanel title={t("setup.title")} text={t("setup.text")}>
      {token === null ? (
        <Notice tone="warning">{t("setup.noToken")}</Notice>
      ) : (
        <NewAccountForm
          create={(account) => setUp({ ...account, token: token ?? "" })}
          submitLabel={t("setup.submit")}
          withWorkspace
        />
      )}
    </AuthPanel>
  );
}
