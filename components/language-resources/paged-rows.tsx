"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Failure } from "@/components/ui/failure";
import { SearchX } from "@/components/ui/icons";
import { LoadMore } from "@/components/ui/pagination";
import { Skeleton } from "@/components/ui/skeleton";

/** State of a paged list. */
export type PagedList = {
  readonly isPending: boolean;
  readonly isSuccess: boolean;
  readonly error: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly refetch: () => unknown;
  readonly fetchNextPage: () => unknown;
};

type PagedRowsProps = {
  readonly label: string;
  /** Message for a list that cannot be loaded. */
  readonly failed: string;
  readonly list: PagedList;
  /** The loaded list items. */
  readonly rows: readonly ReactNode[];
  readonly whenEmpty: ReactNode;
};

/** The rows of a paged list, or the reason why there are none. */
export function PagedRows({ label, failed, list, rows, whenEmpty }: PagedRowsProps) {
  return (
    <>
      <Failure error={list.error} title={failed} onRetry={() => void list.refetch()} />
      {list.isPending ? <Skeleton className="h-40" /> : null}
      {list.isSuccess && rows.length === 0 ? whenEmpty : null}
      {rows.length > 0 ? (
        <div className="flex flex-col gap-4">
          <ul aria-label={label} className="divide-y divide-line rounded-lg border border-line bg-surface">
            {rows}
          </ul>
          <LoadMore list={list} shown={rows.length} />
        </div>
      ) : null}
    </>
  );
}

/** Shown if a search has no results. */
export function NoMatches({ onClear }: { onClear: () => void }) {
  const t = useTranslations("resources");
  return (
    <EmptyState
      icon={<SearchX />}
      title={t("noneFit")}
      actions={<Button onClick={onClear}>{t("clearFilters")}</Button>}
    />
  );
}
