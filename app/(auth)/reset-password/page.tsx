import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ResetForm } from "@/components/auth/reset-form";
import { translator } from "@/lib/i18n/translator";
import { passwordsAreOff } from "@/lib/identity/auth/sign-in";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("auth");
  return { title: t("reset.title") };
}

export default function ResetPasswordPage() {
  if (passwordsAreOff()) redirect("/sign-in");
  return <ResetForm />;
}
