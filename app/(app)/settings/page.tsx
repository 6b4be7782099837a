import type { Metadata } from "next";
import { ProfileForm } from "@/components/settings/profile-form";
import { canMail } from "@/lib/base/mail";
import { translator } from "@/lib/i18n/translator";
import { getProfile } from "@/lib/identity/accounts/profile";
import { requireCaller } from "@/lib/identity/auth/require-caller";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("settings");
  return { title: t("profile") };
}

export default async function ProfileSettings() {
  const caller = await requireCaller("/settings");
  return <ProfileForm profile={await getProfile(caller)} canMail={canMail()} />;
}
