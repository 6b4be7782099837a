"use client";

import { DatabaseZap, SearchX, Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { EncodedText } from "@/components/editor/encoded-text";
import { NO_FILTERS, SearchBar } from "@/components/language-resources/search-bar";
import { Badge } from "@/components/ui/badge";
import { Button, IconButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Failure } from "@/components/ui/failure";
import { LoadMore } from "@/components/ui/pagination";
import { Skeleton } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import { type Memory, type Unit, type UnitPage, useUnits } from "@/lib/client/memories";
import { languageName } from "@/lib/text/languages";

type UnitListProps = {
  readonly memory: Memory;
  /** The first page of all its units. */
  readonly initial: UnitPage;
  readonly may: { readonly edit: boolean; readonly manage: boolean };
  readonly onDelete: (unit: Unit) => void;
};

/** What a memory remembers, newest first, found by searching and by language. */
export function UnitList({ memory, initial, may, onDelete }: UnitListProps) {
  const t = useTranslations("memories");
  const resources = useTranslations("resources");
  const [filters, setFilters] = useState(NO_FILTERS);
  const isFiltered = filters.q !== "" || filters.language !== "";
  const units = useUnits(memory.id, filters, isFiltered ? undefined : initial);
  const shown = units.data?.pages.flatMap((page) => page.units) ?? [];
  const isEmpty = units.isSuccess && shown.length === 0;

  if (isEmpty && !isFiltered)
    return (
      <EmptyState icon={<DatabaseZap />} title={t("noUnitsTitle")}>
        {may.manage ? t("noUnitsText") : t("noUnitsView")}
      </EmptyState>
    );
  return (
    <section aria-label={t("units")} className="flex flex-col gap-4">
      <SearchBar
        label={t("searchLabel")}
        hint={t("searchHint")}
        filters={filters}
        languages={memory.targetLanguages}
        onChange={setFilters}
      />
      {units.error ? (
        <Failure error={units.error} title={t("unitsFailed")} onRetry={() => void units.refetch()} />
      ) : null}
      {units.isPending ? <Skeleton className="h-40" /> : null}
      {isEmpty ? (
        <EmptyState
          icon={<SearchX />}
          title={resources("noneFit")}
          actions={<Button onClick={() => setFilters(NO_FILTERS)}>{resources("clearFilters")}</Button>}
        />
      ) : null}
      {shown.length > 0 ? (
        <>
          <ul aria-label={t("units")} className="divide-y divide-line rounded-lg border border-line bg-surface">
            {shown.map((unit) => (
              <UnitRow
                key={unit.id}
                unit={unit}
                sourceLanguage={memory.sourceLanguage}
                onDelete={may.edit ? () => onDelete(unit) : undefined}
              />
            ))}
          </ul>
          <LoadMore
            shown={shown.length}
            hasMore={units.hasNextPage}
            pending={units.isFetchingNextPage}
            onMore={() => void units.fetchNextPage()}
          />
        </>
      ) : null}
    </section>
  );
}

type UnitRowProps = {
  readonly unit: Unit;
  readonly sourceLanguage: string;
  readonly onDelete: (() => void) | undefined;
};

function UnitRow({ unit, sourceLanguage, onDelete }: UnitRowProps) {
  const t = useTranslations("memories");
  const locale = useLocale();
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_2rem] gap-x-4 gap-y-2 px-4 py-3">
      <div className="grid min-w-0 gap-x-6 gap-y-1.5 md:grid-cols-2">
        <EncodedText text={unit.source} codes={[]} language={sourceLanguage} />
        <div className="flex min-w-0 flex-col gap-1.5">
          <EncodedText text={unit.target} codes={[]} language={unit.language} className="font-medium" />
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-muted">
            <span>{languageName(unit.language, locale)}</span>
            {unit.reviewed ? <Badge tone="success">{t("reviewed")}</Badge> : null}
            {unit.imported ? <Badge>{t("imported")}</Badge> : null}
            <Time value={unit.updatedAt} show="date" />
          </p>
        </div>
      </div>
      {onDelete ? (
        <IconButton size="sm" label={t("deleteUnit", { source: shortened(unit.source) })} onClick={onDelete}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      ) : null}
    </li>
  );
}

const SHORT = 60;

/** Enough to tell which one it is. */
function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= SHORT ? text : `${characters.slice(0, SHORT).join("")}…`;
}
