import type { Metadata } from "next";
import { headers } from "next/headers";
import { SecondFactorSettings } from "@/components/second-factor/second-factor-settings";
import { PasswordForm } from "@/components/settings/password-form";
import { SessionList } from "@/components/settings/session-list";
import { Section } from "@/components/ui/card";
import { addressOf } from "@/lib/http/api/headers";
import { translator } from "@/lib/i18n/translator";
import { getProfile, listSessions } from "@/lib/identity/accounts/profile";
import { requireCaller } from "@/lib/identity/auth/require-caller";
import { getSecondFactor } from "@/lib/identity/second-factor/second-factors";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("settings");
  return { title: t("security") };
}

export default async function SecuritySettings() {
  const caller = await requireCaller("/settings/security");
  const address = addressOf((await headers()).get("host"));
  const [t, profile, { sessions }, secondFactor] = await Promise.all([
    translator("secondFactor"),
    getProfile(caller),
    listSessions(caller),
    getSecondFactor(caller, address),
  ]);
  return (
    <>
      <PasswordForm email={profile.email} hasPassword={profile.hasPassword} />
      <Section beside title={t("title")} description={t("text")}>
        <SecondFactorSettings initial={secondFactor} hasPassword={profile.hasPassword} />
      </Section>
      <SessionList sessions={sessions} />
    </>
  );
}
