import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { ClientMessages } from "@/components/shell/messages";
import { WebhookPage } from "@/components/webhooks/webhook-page";
import { orNull } from "@/lib/base/errors";
import { requireCaller } from "@/lib/identity/auth/require-caller";
import { getProject } from "@/lib/projects/project-view";
import { roleAllows } from "@/lib/vocabulary/rights";
import { listDeliveries } from "@/lib/work/webhooks/deliveries";
import { getWebhook } from "@/lib/work/webhooks/webhooks";

type Props = { readonly params: Promise<{ webhookId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { webhook } = await webhookOf((await params).webhookId);
  return { title: webhook.description || new URL(webhook.url).host };
}

export default async function WebhookDetail({ params }: Props) {
  const { caller, webhook } = await webhookOf((await params).webhookId);
  const deliveries = await listDeliveries(caller, webhook.id, { limit: 20 });
  const project = webhook.projectId ? await orNull(getProject(caller, webhook.projectId)) : null;
  return (
    <ClientMessages namespaces={["webhooks", "keys", "languages"]}>
      <WebhookPage webhook={webhook} deliveries={deliveries} projectName={project?.name ?? null} />
    </ClientMessages>
  );
}

/**
 * The webhook, loaded once for the title and the page; the same 404 if it is missing, another account's or not allowed
 * for the role.
 */
const webhookOf = cache(async (id: string) => {
  const caller = await requireCaller(`/webhooks/${encodeURIComponent(id)}`);
  const webhook = roleAllows(caller.role, "manager") ? await orNull(getWebhook(caller, id)) : null;
  if (!webhook) notFound();
  return { caller, webhook };
});
