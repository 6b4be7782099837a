import type { Metadata } from "next";
import { WorkspaceForm } from "@/components/settings/workspace-form";
import { requestLocale } from "@/lib/i18n/request-locale";
import { translator } from "@/lib/i18n/translator";
import { getAccount } from "@/lib/identity/accounts/settings";
import { requireCaller } from "@/lib/identity/auth/require-caller";
import { listLanguages } from "@/lib/translation/languages";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("settings");
  return { title: t("workspace") };
}

export default async function WorkspaceSettings() {
  const caller = await requireCaller("/settings/workspace");
  const display = await requestLocale();
  const [account, languages] = await Promise.all([
    getAccount(caller),
    // Without an engine the other settings can still be changed.
    listLanguages(caller, { display }).catch(() => undefined),
  ]);
  return <WorkspaceForm account={account} languages={languages} />;
}
