import type { Metadata } from "next";
import { PasswordForm } from "@/components/settings/password-form";
import { SessionList } from "@/components/settings/session-list";
import { getProfile, listSessions } from "@/lib/accounts/profile";
import { requireCaller } from "@/lib/auth/require-caller";
import { translator } from "@/lib/i18n/translator";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("settings");
  return { title: t("security") };
}

export default async function SecuritySettings() {
  const caller = await requireCaller("/settings/security");
  const [profile, { sessions }] = await Promise.all([getProfile(caller), listSessions(caller)]);
  return (
    <>
      <PasswordForm email={profile.email} hasPassword={profile.hasPassword} />
      <SessionList sessions={sessions} />
    </>
  );
}
