import type { Metadata } from "next";
import { ClientMessages } from "@/components/shell/messages";
import { WebhooksPage } from "@/components/webhooks/webhooks-page";
import { translator } from "@/lib/i18n/translator";
import { requireCaller } from "@/lib/identity/auth/require-caller";
import { roleAllows } from "@/lib/vocabulary/rights";
import { listWebhooks } from "@/lib/work/webhooks/webhooks";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("webhooks");
  return { title: t("title") };
}

/** Webhooks are for managers and owners. */
export default async function Webhooks() {
  const caller = await requireCaller("/webhooks");
  const webhooks = roleAllows(caller.role, "manager") ? await listWebhooks(caller, { limit: 20 }) : undefined;
  return (
    <ClientMessages namespaces={["webhooks", "keys", "languages"]}>
      <WebhooksPage webhooks={webhooks} />
    </ClientMessages>
  );
}
