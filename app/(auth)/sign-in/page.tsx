import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { returnPath } from "@/components/auth/return-path";
import { SignInForm } from "@/components/auth/sign-in-form";
import { translator } from "@/lib/i18n/translator";
import { signInOptions } from "@/lib/identity/accounts/sign-up-policy";
import { optionalCaller } from "@/lib/identity/auth/require-caller";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("auth");
  return { title: t("signIn.title") };
}

type SignInPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { callbackUrl, error } = await searchParams;
  const returnTo = returnPath(callbackUrl);
  if (await optionalCaller()) redirect(returnTo);
  return (
    <SignInForm options={await signInOptions()} returnTo={returnTo} fault={typeof error === "string" ? error : null} />
  );
}
