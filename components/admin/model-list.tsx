"use client";

import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Card, Section } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm";
import { EmptyState } from "@/components/ui/empty-state";
import { Failure } from "@/components/ui/failure";
import { Boxes, HardDriveUpload, RefreshCw } from "@/components/ui/icons";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { useArrow } from "@/components/ui/writing";
import { isUnderWay, useInstallModels, useModels, useRemoveModel } from "@/lib/client/engines";
import { useEnginesChanged } from "@/lib/client/model-offers";
import type { Model } from "@/lib/schemas/engines";
import { languageName } from "@/lib/text/languages";
import { ModelRow } from "./model-row";
import { ModelsOffline } from "./models-offline";
import { ModelsOnDemand } from "./models-on-demand";
import { SearchField } from "./search-field";

const ImportDialog = lazy(() => import("./model-import-dialog"));

/** Maximum number of requested pairs to list while no source can be reached. */
const MAX_MISSING = 8;

/** Neural models: installed ones, available ones, and those being installed. */
export function ModelList() {
  const t = useTranslations("engines");
  const models = useModels();
  const install = useInstallModels();
  const remove = useRemoveModel();
  const nameOf = useModelName();
  const [q, setQ] = useState("");
  const [removing, setRemoving] = useState<Model | null>(null);
  const [isImporting, setImporting] = useState(false);
  useArrivals(models.data?.models);

  const all = models.data?.models ?? [];
  const pairName = (pair: string) => {
    const model = all.find((each) => each.pair === pair) ?? namedPair(pair);
    return model ? nameOf(model) : pair;
  };
  const fitting = all.filter((model) => fits(model, nameOf(model), q));
  const requests = new Map(models.data?.demand.map((each) => [each.pair, each.requests]));
  const requestsOf = ({ pair }: { readonly pair: string }) => requests.get(pair) ?? 0;
  const installed = fitting.filter((model) => model.installed !== null);
  const possible = fitting
    .filter((model) => model.installed === null)
    .sort((one, other) => requestsOf(other) - requestsOf(one));
  const listed = new Set(all.map(({ pair }) => pair));
  const missing = (models.data?.demand ?? []).filter(({ pair }) => !listed.has(pair)).slice(0, MAX_MISSING);
  const updates = all.filter((model) => model.hasUpdate && !isUnderWay(model)).map(({ pair }) => pair);
  const rows = (listed: readonly Model[]) => (
    <Card>
      <ul className="divide-y divide-line">
        {listed.map((model) => (
          <ModelRow
            key={model.pair}
            model={model}
            name={nameOf(model)}
            requests={requestsOf(model)}
            onInstall={() => install.mutate([model.pair])}
            onRemove={() => setRemoving(model)}
          />
        ))}
      </ul>
    </Card>
  );
  return (
    <Section
      title={t("models")}
      description={t("modelsText")}
      actions={
        <>
          {updates.length > 0 ? (
            <Button icon={RefreshCw} pending={install.isPending} onClick={() => install.mutate(updates)}>
              {t("updateAll", { count: updates.length })}
            </Button>
          ) : null}
          <Button icon={HardDriveUpload} onClick={() => setImporting(true)}>
            {t("import")}
          </Button>
        </>
      }
    >
      {models.data?.isOffline ? (
        <ModelsOffline
          isTurnedOff={models.data.isTurnedOff}
          source={models.data.source}
          missing={missing.map((each) => ({ ...each, name: pairName(each.pair) }))}
          isRetrying={models.isFetching}
          onRetry={() => void models.refetch()}
        />
      ) : null}
      <Failure error={models.error} title={t("loadFailed")} onRetry={() => void models.refetch()} />
      <Failure error={install.error} title={t("notInstalled")} />
      {models.data ? <ModelsOnDemand list={models.data} nameOf={pairName} /> : null}
      {models.isPending ? (
        <div aria-busy="true" className="flex flex-col gap-3">
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </div>
      ) : null}
      {models.isSuccess && all.length === 0 ? (
        <EmptyState icon={<Boxes />} title={t("noModels")}>
          {t("noModelsText")}
        </EmptyState>
      ) : null}
      {all.length > 0 ? <SearchField label={t("searchModels")} onSearch={setQ} /> : null}
      {all.length > 0 && fitting.length === 0 ? <p className="text-muted">{t("noneFit")}</p> : null}
      {installed.length > 0 ? (
        <>
          <h3 className="text-sm font-medium">{t("installed")}</h3>
          {rows(installed)}
        </>
      ) : null}
      {possible.length > 0 ? (
        <>
          <h3 className="text-sm font-medium">{t("installable")}</h3>
          {rows(possible)}
        </>
      ) : null}
      <Suspense fallback={null}>
        {isImporting ? <ImportDialog onClose={() => setImporting(false)} /> : null}
        {removing ? (
          <ConfirmDialog
            title={t("removeNamed", { name: nameOf(removing) })}
            confirmLabel={t("remove")}
            action={remove}
            input={removing.pair}
            doneText={t("removed", { name: nameOf(removing) })}
            onClose={() => setRemoving(null)}
          >
            {t("removeModelText")}
          </ConfirmDialog>
        ) : null}
      </Suspense>
    </Section>
  );
}

/** “English → German” in the reader's language. */
function useModelName(): (model: Pick<Model, "source" | "target">) => string {
  const locale = useLocale();
  const arrow = useArrow();
  return ({ source, target }) => `${languageName(source, locale)} ${arrow} ${languageName(target, locale)}`;
}

/** The languages of a pair such as `de-en` that is in no list; null if its tags have subtags. */
function namedPair(pair: string): { source: string; target: string } | null {
  const [source, target, ...more] = pair.split("-");
  return source && target && more.length === 0 ? { source, target } : null;
}

function fits({ pair }: Model, name: string, q: string): boolean {
  const wanted = q.toLocaleLowerCase().split(/\s+/);
  const text = `${name} ${pair}`.toLocaleLowerCase();
  return wanted.every((word) => text.includes(word));
}

/** Announces newly installed models and invalidates the languages. */
function useArrivals(models: readonly Model[] | undefined): void {
  const t = useTranslations("engines");
  const nameOf = useModelName();
  const changed = useEnginesChanged();
  const awaited = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!models) return;
    const arrived = models.filter((model) => model.installed && awaited.current.has(model.pair) && !model.installation);
    awaited.current = new Set(models.filter(isUnderWay).map(({ pair }) => pair));
    for (const model of arrived) toast(t("arrived", { name: nameOf(model) }), { tone: "success" });
    if (arrived.length > 0) void changed();
  });
}
