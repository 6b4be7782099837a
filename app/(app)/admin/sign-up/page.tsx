import type { Metadata } from "next";
import { GroupRules } from "@/components/admin/group-rules";
import { SignUpForm } from "@/components/admin/sign-up-form";
import { translator } from "@/lib/i18n/translator";
import { describeGroupRules } from "@/lib/identity/accounts/provider-groups";
import { signUpSetting } from "@/lib/identity/accounts/sign-up-policy";
import { requireAdmin } from "@/lib/identity/auth/require-caller";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("admin");
  return { title: t("signUp") };
}

export default async function AdminSignUp() {
  await requireAdmin("/admin/sign-up");
  const [setting, groups] = await Promise.all([signUpSetting(), describeGroupRules()]);
  return (
    <>
      <SignUpForm setting={setting} />
      {groups ? <GroupRules {...groups} /> : null}
    </>
  );
}
