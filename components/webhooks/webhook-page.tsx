"use client";

import { lazy, type ReactNode, Suspense, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { BackLink } from "@/components/ui/back-link";
import { Button, IconButton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Failure } from "@/components/ui/failure";
import { History, KeyRound, MoreHorizontal, Pause, Pencil, Play, Send, Trash2 } from "@/components/ui/icons";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { Notice } from "@/components/ui/notice";
import { Page } from "@/components/ui/page";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { useCommaList } from "@/components/ui/writing";
import { type DeliveryPage, useSendTest, useUpdateWebhook, useWebhook, type Webhook } from "@/lib/client/webhooks";
import { languageName } from "@/lib/text/languages";
import { DeliveryList } from "./delivery-list";
import { WebhookState } from "./webhook-state";

const DIALOGS = {
  edit: lazy(() => import("./edit-webhook-dialog")),
  rotate: lazy(() => import("./rotate-secret-dialog")),
  replay: lazy(() => import("./replay-dialog")),
  delete: lazy(() => import("./delete-webhook-dialog")),
} as const;

type WebhookPageProps = {
  readonly webhook: Webhook;
  readonly deliveries: DeliveryPage;
  /** Name of the only project of the webhook. */
  readonly projectName: string | null;
};

/** A webhook with its deliveries and actions. */
export function WebhookPage({ webhook: first, deliveries, projectName }: WebhookPageProps) {
  const t = useTranslations("webhooks");
  const { data: webhook } = useWebhook(first);
  const test = useSendTest(webhook.id);
  const update = useUpdateWebhook(webhook.id);
  const [task, setTask] = useState<keyof typeof DIALOGS | null>(null);
  const isEnabled = webhook.status === "enabled";
  const setStatus = (status: Webhook["status"]) =>
    update.mutate({ status }, { onSuccess: () => toast(t(status), { tone: "success" }) });
  const error = test.error ?? update.error;
  const Dialog = task ? DIALOGS[task] : null;

  return (
    <Page
      back={<BackLink href="/webhooks">{t("toList")}</BackLink>}
      title={<bdi>{webhook.description || new URL(webhook.url).host}</bdi>}
      description={
        <span dir="ltr" className="font-mono text-sm break-all">
          {webhook.url}
        </span>
      }
      actions={
        <>
          <Button
            disabled={!isEnabled}
            pending={test.isPending}
            onClick={() => test.mutate(undefined, { onSuccess: () => toast(t("testSent"), { tone: "success" }) })}
          >
            <Send className="flip-rtl" />
            {t("test")}
          </Button>
          {/* On one line, so that the menu is never alone on a line. */}
          <span className="flex gap-2">
            <Button icon={History} disabled={!isEnabled} onClick={() => setTask("replay")}>
              {t("replay")}
            </Button>
            <Menu trigger={<IconButton icon={MoreHorizontal} label={t("more")} variant="secondary" />}>
              <MenuItem icon={Pencil} onSelect={() => setTask("edit")}>
                {t("edit")}
              </MenuItem>
              <MenuItem icon={KeyRound} onSelect={() => setTask("rotate")}>
                {t("rotate")}
              </MenuItem>
              <MenuItem icon={isEnabled ? Pause : Play} onSelect={() => setStatus(isEnabled ? "disabled" : "enabled")}>
                {isEnabled ? t("disable") : t("enable")}
              </MenuItem>
              <MenuSeparator />
              <MenuItem icon={Trash2} danger onSelect={() => setTask("delete")}>
                {t("delete")}
              </MenuItem>
            </Menu>
          </span>
        </>
      }
    >
      <Failure error={error} title={t("saveFailed")} />
      <StateNotice webhook={webhook} pending={update.isPending} onEnable={() => setStatus("enabled")} />
      <Facts webhook={webhook} projectName={projectName} />
      <DeliveryList webhook={webhook} initial={deliveries} />
      <Suspense fallback={null}>{Dialog ? <Dialog webhook={webhook} onClose={() => setTask(null)} /> : null}</Suspense>
    </Page>
  );
}

function StateNotice({ webhook, pending, onEnable }: { webhook: Webhook; pending: boolean; onEnable: () => void }) {
  const t = useTranslations("webhooks");
  if (webhook.status === "disabled")
    return (
      <Notice
        tone="warning"
        title={t("state.disabled")}
        actions={
          <Button size="sm" pending={pending} onClick={onEnable}>
            {t("enable")}
          </Button>
        }
      >
        {t(`disabledText.${webhook.disabledReason ?? "manual"}`)} {t("missed")}
      </Notice>
    );
  const { failingSince, previousSecretExpiresAt } = webhook;
  return (
    <>
      {failingSince ? (
        <Notice tone="warning" title={t("state.failing")}>
          {t.rich("failingText", { time: () => <Time value={failingSince} /> })}
        </Notice>
      ) : null}
      {previousSecretExpiresAt ? (
        <Notice>{t.rich("rotating", { time: () => <Time value={previousSecretExpiresAt} /> })}</Notice>
      ) : null}
    </>
  );
}

function Facts({ webhook, projectName }: { webhook: Webhook; projectName: string | null }) {
  const t = useTranslations("webhooks");
  const commaList = useCommaList();
  const locale = useLocale();
  return (
    <Card>
      <dl className="grid gap-x-6 gap-y-4 p-4 text-sm sm:grid-cols-2 lg:grid-cols-3">
        <Fact name={t("stateLabel")}>
          <WebhookState webhook={webhook} />
        </Fact>
        <Fact name={t("project")}>
          {webhook.projectId === null ? t("allProjects") : <bdi>{projectName ?? webhook.projectId}</bdi>}
        </Fact>
        <Fact name={t("languages")}>
          {webhook.languages.length === 0
            ? t("allLanguages")
            : commaList(webhook.languages.map((code) => languageName(code, locale)))}
        </Fact>
        <Fact name={t("made")}>
          <Time value={webhook.createdAt} show="date" />
        </Fact>
        <Fact name={t("events")} className="sm:col-span-2">
          {webhook.eventTypes.length === 0 ? (
            t("allEvents")
          ) : (
            <code dir="ltr" className="font-mono break-words">
              {webhook.eventTypes.join(", ")}
            </code>
          )}
        </Fact>
      </dl>
    </Card>
  );
}

function Fact({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <dt className="text-muted">{name}</dt>
      <dd className="mt-1">{children}</dd>
    </div>
  );
}
