"use client";

import { lazy, Suspense } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/card";
import { Failure } from "@/components/ui/failure";
import { Plus } from "@/components/ui/icons";
import { Notice } from "@/components/ui/notice";
import { Page } from "@/components/ui/page";
import { LoadMore } from "@/components/ui/pagination";
import { useLayer } from "@/components/ui/use-layer";
import { type CreatedKey, type Key, type KeyPage, type LimitsState, useKeys, useLimits } from "@/lib/client/keys";
import { FirstRequest } from "./first-request";
import { KeyRow } from "./key-row";
import { LimitsOverview } from "./limits-overview";
import { SecretDialog } from "./secret-dialog";

const loadCreate = () => import("./create-key-dialog");
const CreateKeyDialog = lazy(loadCreate);
const AddressesDialog = lazy(() => import("./addresses-dialog"));
const RotateKeyDialog = lazy(() => import("./rotate-key-dialog"));
const RevokeKeyDialog = lazy(() => import("./revoke-key-dialog"));

type KeysPageProps = {
  /** The first page of keys; undefined for members without the permission. */
  readonly keys: KeyPage | undefined;
  readonly limits: LimitsState;
  /** Public address of this service, without a trailing slash. */
  readonly address: string;
};

type Task =
  | { readonly kind: "create" }
  | { readonly kind: "made"; readonly made: CreatedKey }
  | { readonly kind: "addresses" | "rotate" | "revoke"; readonly key: Key };

export function KeysPage({ keys: firstPage, limits: firstLimits, address }: KeysPageProps) {
  const t = useTranslations("keys");
  const mayManage = firstPage !== undefined;
  const keys = useKeys(firstPage, mayManage);
  const limitsQuery = useLimits(firstLimits);
  const limits = limitsQuery.data;
  const [task, start, close] = useLayer<Task>();
  const shown = keys.data?.pages.flatMap((page) => page.keys) ?? [];
  const isFull = limits.activeKeys >= limits.limits.activeKeys;
  const create = (
    <Button
      icon={Plus}
      variant="primary"
      disabled={isFull}
      onPointerEnter={loadCreate}
      onClick={() => start({ kind: "create" })}
    >
      {t("create")}
    </Button>
  );

  return (
    <Page title={t("title")} description={t("description")} actions={mayManage && shown.length > 0 ? create : null}>
      <Failure
        error={limitsQuery.error}
        title={t("limitsFailed")}
        onRetry={() => void limitsQuery.refetch()}
        className="-mb-4"
      />
      <LimitsOverview limits={limits} />
      <Section title={t("list")}>
        {mayManage ? null : <Notice>{t("managersOnly")}</Notice>}
        {mayManage && isFull ? <Notice tone="warning">{t("full", { count: limits.limits.activeKeys })}</Notice> : null}
        <Failure error={keys.error} title={t("listFailed")} onRetry={() => void keys.refetch()} />
        {mayManage && keys.isSuccess && shown.length === 0 ? (
          <FirstRequest
            address={address}
            onMade={(made) => start({ kind: "made", made })}
            onChoose={() => start({ kind: "create" })}
          />
        ) : null}
        {shown.length > 0 ? (
          <>
            <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
              {shown.map((key) => (
                <KeyRow
                  key={key.id}
                  apiKey={key}
                  onAddresses={() => start({ kind: "addresses", key })}
                  onRotate={() => start({ kind: "rotate", key })}
                  onRevoke={() => start({ kind: "revoke", key })}
                />
              ))}
            </ul>
            <LoadMore list={keys} shown={shown.length} />
          </>
        ) : null}
      </Section>
      <Suspense fallback={null}>
        {task?.kind === "create" ? (
          <CreateKeyDialog accountLimit={limits.limits.requestsPerHour} address={address} onClose={close} />
        ) : null}
        {task?.kind === "made" ? <SecretDialog made={task.made} address={address} runsAtOnce onClose={close} /> : null}
        {task?.kind === "addresses" ? <AddressesDialog apiKey={task.key} onClose={close} /> : null}
        {task?.kind === "rotate" ? <RotateKeyDialog apiKey={task.key} address={address} onClose={close} /> : null}
        {task?.kind === "revoke" ? <RevokeKeyDialog apiKey={task.key} onClose={close} /> : null}
      </Suspense>
    </Page>
  );
}
