"use client";

import { useTranslations } from "use-intl";
import { setUp } from "@/lib/client/sign-in";
import { AuthPanel } from "./auth-panel";
import { NewAccountForm } from "./new-account-form";
import { NoLink } from "./no-link";
import { useLinkToken } from "./use-link-token";

type SetupFormProps = {
  /** True while there is no administrator. */
  readonly needed: boolean;
  readonly signedIn: boolean;
};

/** The first administrator, by the link that the first start prints. */
export function SetupForm({ needed, signedIn }: SetupFormProps) {
  const t = useTranslations("auth");
  const token = useLinkToken();
  if (!needed)
    return (
      <NoLink title={t("setup.doneTitle")} signedIn={signedIn}>
        {t("setup.done")}
      </NoLink>
    );
  if (token === null)
    return (
      <NoLink title={t("setup.title")} signedIn={signedIn}>
        {t("setup.noToken")}
      </NoLink>
    );
  return (
    <AuthPanel title={t("setup.title")} text={t("setup.text")}>
      <NewAccountForm
        create={(account) => setUp({ ...account, token: token ?? "" })}
        submitLabel={t("setup.submit")}
        withWorkspace
      />
    </AuthPanel>
  );
}
