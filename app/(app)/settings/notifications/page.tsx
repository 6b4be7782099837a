import type { Metadata } from "next";
import { NotificationSettings } from "@/components/settings/notification-settings";
import { getProfile } from "@/lib/accounts/profile";
import { requireCaller } from "@/lib/auth/require-caller";
import { canMail } from "@/lib/base/mail";
import { translator } from "@/lib/i18n/translator";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("settings");
  return { title: t("notifications") };
}

export default async function NotificationsPage() {
  const caller = await requireCaller("/settings/notifications");
  const { preferences } = await getProfile(caller);
  return <NotificationSettings preferences={preferences} hasMail={canMail()} />;
}
