"use client";

import { useTranslations } from "use-intl";
import { AuthPanel } from "@/components/auth/auth-panel";
import { Button } from "@/components/ui/button";
import { signOutBrowser } from "@/lib/client/sign-in";
import type { SecondFactor } from "@/lib/schemas/second-factor";
import { SecondFactorSettings } from "./second-factor-settings";

/** Sets up the second factor that the workspace requires, before the person can do anything else. */
export function RequiredSecondFactor({ initial, workspace }: { initial: SecondFactor; workspace: string }) {
  const t = useTranslations("secondFactor");
  const shell = useTranslations("shell");
  return (
    <AuthPanel
      title={t("required")}
      text={t("requiredText", { workspace })}
      footer={
        <Button size="sm" variant="ghost" onClick={() => void signOutBrowser()}>
          {shell("signOut")}
        </Button>
      }
    >
      <SecondFactorSettings initial={initial} hasPassword onAdded={() => window.location.assign("/")} />
    </AuthPanel>
  );
}
