"use client";

import { useTranslations } from "use-intl";
import { setUp } from "@/lib/client/sign-in";
import { AuthPanel } from "./auth-panel";
import { NewAccountForm } from "./new-account-form";
import { NoLink } from "./no-link";
import { useLinkToken } from "./use-link-token";

type SetupFormProps = {
  /** True if there is no administrator. */
  readonly needed: boolean;
  readonly signedIn: boolean;
};

/** Creates the first administrator, with the link printed by the first start. */
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
