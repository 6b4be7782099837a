import type { Metadata } from "next";
import { SignUpForm } from "@/components/admin/sign-up-form";
import { signUpSetting } from "@/lib/accounts/sign-up-policy";
import { requireAdmin } from "@/lib/auth/require-admin";
import { translator } from "@/lib/i18n/translator";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("admin");
  return { title: t("signUp") };
}

export default async function AdminSignUp() {
  await requireAdmin("/admin/sign-up");
  return <SignUpForm setting={await signUpSetting()} />;
}
