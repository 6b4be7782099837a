import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { AuthPanel, LINK_CLASS } from "@/components/auth/auth-panel";
import { START_PATH } from "@/components/auth/return-path";
import { SignUpForm } from "@/components/auth/sign-up-form";
import { translator } from "@/lib/i18n/translator";
import { signInOptions } from "@/lib/identity/accounts/sign-up-policy";
import { optionalCaller } from "@/lib/identity/auth/require-caller";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("auth");
  return { title: t("signUp.title") };
}

export default async function SignUpPage() {
  if (await optionalCaller()) redirect(START_PATH);
  const t = await translator("auth");
  const { signUp, mail, passwords } = await signInOptions();
  if (!passwords) redirect("/sign-in");
  if (signUp === "open") return <SignUpForm byMail={mail} />;
  return (
    <AuthPanel title={t("signUp.title")}>
      <p>{t(`signUp.${signUp}`)}</p>
      <p>
        <Link href="/sign-in" className={LINK_CLASS}>
          {t("signUp.toSignIn")}
        </Link>
      </p>
    </AuthPanel>
  );
}
