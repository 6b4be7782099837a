import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { InvitationForm } from "@/components/auth/invitation-form";
import { translator } from "@/lib/i18n/translator";
import { describeCaller } from "@/lib/identity/accounts/me";
import { optionalCaller } from "@/lib/identity/auth/require-caller";
import { passwordsAreOff } from "@/lib/identity/auth/sign-in";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("auth");
  return { title: t("invitation.title") };
}

export default async function InvitationPage() {
  const caller = await optionalCaller();
  // The token is in the fragment, which the browser keeps across the redirect.
  if (!caller && passwordsAreOff()) redirect("/sign-in?callbackUrl=/invitation");
  const me = caller && (await describeCaller(caller));
  return <InvitationForm signedInAs={me?.user?.email ?? null} />;
}
