"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { NoMatches, type PagedList, PagedRows } from "./paged-rows";
import type { ResourceKind } from "./resource-frame";
import { type Filters, isFiltered, NO_FILTERS, SearchBar } from "./search-bar";

type EntryListProps = {
  readonly kind: ResourceKind;
  /** Target languages to choose from. */
  readonly languages: readonly string[];
  readonly filters: Filters;
  readonly onFilter: (filters: Filters) => void;
  readonly list: PagedList;
  readonly rows: readonly ReactNode[];
  /** Replaces the list while there are no entries. */
  readonly whenEmpty: ReactNode;
};

/** The entries of a glossary or memory, with search and language filter. */
export function EntryList({ kind, languages, filters, onFilter, list, rows, whenEmpty }: EntryListProps) {
  const t = useTranslations(kind);
  if (list.isSuccess && rows.length === 0 && !isFiltered(filters)) return whenEmpty;
  return (
    <section aria-label={t("entries")} className="flex flex-col gap-4">
      <SearchBar
        label={t("searchLabel")}
        hint={t("searchHint")}
        filters={filters}
        languages={languages}
        onChange={onFilter}
      />
      <PagedRows
        label={t("entries")}
        failed={t("entriesFailed")}
        list={list}
        rows={rows}
        whenEmpty={<NoMatches onClear={() => onFilter(NO_FILTERS)} />}
      />
    </section>
  );
}
