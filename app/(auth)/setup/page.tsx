import type { Metadata } from "next";
import { SetupForm } from "@/components/auth/setup-form";
import { translator } from "@/lib/i18n/translator";
import { signInOptions } from "@/lib/identity/accounts/sign-up-policy";
import { optionalCaller } from "@/lib/identity/auth/require-caller";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("auth");
  return { title: t("setup.title") };
}

export default async function SetupPage() {
  // The cookie is read first, so that the build treats the page as dynamic and does not query the database.
  const caller = await optionalCaller();
  const { setupNeeded } = await signInOptions();
  return <SetupForm needed={setupNeeded} signedIn={caller !== null} />;
}
