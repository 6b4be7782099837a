import type { Metadata } from "next";
import { NotificationSettings } from "@/components/settings/notification-settings";
import { canMail } from "@/lib/base/mail";
import { translator } from "@/lib/i18n/translator";
import { getProfile } from "@/lib/identity/accounts/profile";
import { requireCaller } from "@/lib/identity/auth/require-caller";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("settings");
  return { title: t("notifications") };
}

export default async function NotificationsPage() {
  const caller = await requireCaller("/settings/notifications");
  const { preferences } = await getProfile(caller);
  return <NotificationSettings preferences={preferences} hasMail={canMail()} />;
}
