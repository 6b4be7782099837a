import type { Metadata } from "next";
import { ConfirmEmailPanel } from "@/components/auth/confirm-email-panel";
import { translator } from "@/lib/i18n/translator";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("auth");
  return { title: t("confirmEmail.title") };
}

export default function ConfirmEmailPage() {
  return <ConfirmEmailPanel />;
}
