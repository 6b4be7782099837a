import type { Metadata } from "next";
import { DataSettings } from "@/components/settings/data-settings";
import { translator } from "@/lib/i18n/translator";
import { getProfile } from "@/lib/identity/accounts/profile";
import { getAccount } from "@/lib/identity/accounts/settings";
import { requireCaller } from "@/lib/identity/auth/require-caller";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("settings");
  return { title: t("data") };
}

export default async function DataPage() {
  const caller = await requireCaller("/settings/data");
  const [profile, account] = await Promise.all([getProfile(caller), getAccount(caller)]);
  return <DataSettings profile={profile} account={account} />;
}
