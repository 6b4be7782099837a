import type { Metadata } from "next";
import { InvitationForm } from "@/components/auth/invitation-form";
import { describeCaller } from "@/lib/accounts/me";
import { optionalCaller } from "@/lib/auth/require-caller";
import { translator } from "@/lib/i18n/translator";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("auth");
  return { title: t("invitation.title") };
}

export default async function InvitationPage() {
  const caller = await optionalCaller();
  const me = caller && (await describeCaller(caller));
  return <InvitationForm signedInAs={me?.user?.email ?? null} />;
}
