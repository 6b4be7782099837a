import type { Metadata } from "next";
import { headers } from "next/headers";
import { SecondFactorSettings } from "@/components/second-factor/second-factor-settings";
import { PasswordForm } from "@/components/settings/password-form";
import { SessionList } from "@/components/settings/session-list";
import { Section } from "@/components/ui/card";
import { getProfile, listSessions } from "@/lib/accounts/profile";
import { addressOf } from "@/lib/api/public-url";
import { requireCaller } from "@/lib/auth/require-caller";
import { translator } from "@/lib/i18n/translator";
import { getSecondFactor } from "@/lib/second-factor/second-factors";

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
