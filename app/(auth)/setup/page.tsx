import type { Metadata } from "next";
import { SetupForm } from "@/components/auth/setup-form";
import { translator } from "@/lib/i18n/translator";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("auth");
  return { title: t("setup.title") };
}

export default function SetupPage() {
  return <SetupForm />;
}
