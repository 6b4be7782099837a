import type { Metadata } from "next";
import { UnsubscribePanel } from "@/components/auth/unsubscribe-panel";
import { ClientMessages } from "@/components/shell/messages";
import { translator } from "@/lib/i18n/translator";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("notifications");
  return { title: t("unsubscribe.title") };
}

export default function UnsubscribePage() {
  return (
    <ClientMessages namespaces={["notifications"]}>
      <UnsubscribePanel />
    </ClientMessages>
  );
}
