import type { Metadata } from "next";
import { AppearanceForm } from "@/components/settings/appearance-form";
import { translator } from "@/lib/i18n/translator";
import { requireCaller } from "@/lib/identity/auth/require-caller";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("settings");
  return { title: t("appearance") };
}

export default async function AppearanceSettings() {
  await requireCaller("/settings/appearance");
  return <AppearanceForm />;
}
