import type { Metadata } from "next";
import { ResetForm } from "@/components/auth/reset-form";
import { translator } from "@/lib/i18n/translator";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("auth");
  return { title: t("reset.title") };
}

export default function ResetPasswordPage() {
  return <ResetForm />;
}
