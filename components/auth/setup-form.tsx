"use client";

import { useTranslations } from "use-intl";
import { Skeleton } from "@/components/ui/skeleton";
import { checkSetupLink, setUp } from "@/lib/client/sign-in";
import { AuthPanel } from "./auth-panel";
import { NewAccountForm } from "./new-account-form";
import { NoLink } from "./no-link";
import { useLinkPreview } from "./use-link-preview";
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
  const { value: isUsable, refusal } = useLinkPreview(needed ? token : null, checkSetupLink, t("setup.oldLink"));
  if (!needed)
    return (
      <NoLink title={t("setup.doneTitle")} signedIn={signedIn}>
        {t("setup.done")}
      </NoLink>
    );
  if (token === null || refusal)
    return (
      <NoLink title={t("setup.title")} signedIn={signedIn}>
        {refusal ?? t("setup.noToken")}
      </NoLink>
    );
  return (
    <AuthPanel title={t("setup.title")} text={t("setup.text")}>
      {token && isUsable ? (
        <NewAccountForm
          create={(account) => setUp({ ...account, token })}
          submitLabel={t("setup.submit")}
          withWorkspace
        />
      ) : (
        <Skeleton className="h-96" />
      )}
    </AuthPanel>
  );
}
