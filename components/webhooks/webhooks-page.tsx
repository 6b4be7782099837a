"use client";

import Link from "next/link";
import { lazy, Suspense, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Facts } from "@/components/ui/facts";
import { Failure } from "@/components/ui/failure";
import { Plus, Webhook as WebhookIcon } from "@/components/ui/icons";
import { Notice } from "@/components/ui/notice";
import { Page } from "@/components/ui/page";
import { LoadMore } from "@/components/ui/pagination";
import { useCommaList } from "@/components/ui/writing";
import { useWebhooks, type Webhook, type WebhookPage } from "@/lib/client/webhooks";
import { languageName } from "@/lib/text/languages";
import { WebhookState } from "./webhook-state";

const CreateWebhookDialog = lazy(() => import("./create-webhook-dialog"));

/** The workspace's webhooks. `webhooks` is the first page; undefined for members without permission. */
export function WebhooksPage({ webhooks: firstPage }: { webhooks: WebhookPage | undefined }) {
  const t = useTranslations("webhooks");
  const mayManage = firstPage !== undefined;
  const webhooks = useWebhooks(firstPage, mayManage);
  const [creating, setCreating] = useState(false);
  const shown = webhooks.data?.pages.flatMap((page) => page.webhooks) ?? [];
  const create = (
    <Button icon={Plus} variant="primary" onClick={() => setCreating(true)}>
      {t("create")}
    </Button>
  );
  return (
    <Page title={t("title")} description={t("description")} actions={mayManage && shown.length > 0 ? create : null}>
      {mayManage ? null : <Notice>{t("managersOnly")}</Notice>}
      <Failure error={webhooks.error} title={t("listFailed")} onRetry={() => void webhooks.refetch()} />
      {mayManage && webhooks.isSuccess && shown.length === 0 ? (
        <EmptyState icon={<WebhookIcon />} title={t("emptyTitle")} actions={create}>
          {t("emptyText")}
        </EmptyState>
      ) : null}
      {shown.length > 0 ? (
        <div className="flex flex-col gap-4">
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
            {shown.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} />
            ))}
          </ul>
          <LoadMore list={webhooks} shown={shown.length} />
        </div>
      ) : null}
      <Suspense fallback={null}>
        {creating ? <CreateWebhookDialog onClose={() => setCreating(false)} /> : null}
      </Suspense>
    </Page>
  );
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const t = useTranslations("webhooks");
  const commaList = useCommaList();
  const locale = useLocale();
  return (
    <li className="relative flex flex-col gap-2 p-4 hover:bg-hover">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 className="min-w-0 text-base break-words">
          <Link href={`/webhooks/${webhook.id}`} className="after:absolute after:inset-0">
            <bdi>{webhook.description || new URL(webhook.url).host}</bdi>
          </Link>
        </h2>
        <WebhookState webhook={webhook} />
      </div>
      <p className="text-sm break-all text-muted">
        <bdi dir="ltr" className="font-mono">
          {webhook.url}
        </bdi>
      </p>
      <Facts
        className="text-sm text-muted"
        facts={[
          webhook.eventTypes.length === 0 ? t("allEvents") : t("eventsOf", { count: webhook.eventTypes.length }),
          ...(webhook.languages.length > 0
            ? [commaList(webhook.languages.map((code) => languageName(code, locale)))]
            : []),
          ...(webhook.projectId ? [t("oneProject")] : []),
        ]}
      />
    </li>
  );
}
