"use client";

import { BookA, SearchX } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { NO_FILTERS, SearchBar } from "@/components/language-resources/search-bar";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Failure } from "@/components/ui/failure";
import { LoadMore } from "@/components/ui/pagination";
import { Skeleton } from "@/components/ui/skeleton";
import { type Glossary, type Term, type TermPage, useTerms } from "@/lib/client/glossaries";
import { TermRow } from "./term-row";

type TermListProps = {
  readonly glossary: Glossary;
  /** The first page of all its terms. */
  readonly initial: TermPage;
  readonly may: { readonly edit: boolean; readonly manage: boolean };
  readonly onAdd: () => void;
  readonly onChange: (term: Term) => void;
  readonly onDelete: (term: Term) => void;
};

/** The terms of a glossary by name, found by searching and by language. */
export function TermList({ glossary, initial, may, onAdd, onChange, onDelete }: TermListProps) {
  const t = useTranslations("glossaries");
  const resources = useTranslations("resources");
  const [filters, setFilters] = useState(NO_FILTERS);
  const isFiltered = filters.q !== "" || filters.language !== "";
  const terms = useTerms(glossary.id, filters, isFiltered ? undefined : initial);
  const shown = terms.data?.pages.flatMap((page) => page.terms) ?? [];
  const isEmpty = terms.isSuccess && shown.length === 0;

  if (isEmpty && !isFiltered)
    return (
      <EmptyState
        icon={<BookA />}
        title={t("noTermsTitle")}
        actions={may.edit ? <Button onClick={onAdd}>{t("addTerm")}</Button> : null}
      >
        {may.manage ? t("noTermsText") : t("noTermsView")}
      </EmptyState>
    );
  return (
    <section aria-label={t("terms")} className="flex flex-col gap-4">
      <SearchBar
        label={t("searchLabel")}
        hint={t("searchHint")}
        filters={filters}
        languages={glossary.targetLanguages}
        onChange={setFilters}
      />
      {terms.error ? (
        <Failure error={terms.error} title={t("termsFailed")} onRetry={() => void terms.refetch()} />
      ) : null}
      {terms.isPending ? <Skeleton className="h-40" /> : null}
      {isEmpty ? (
        <EmptyState
          icon={<SearchX />}
          title={resources("noneFit")}
          actions={<Button onClick={() => setFilters(NO_FILTERS)}>{resources("clearFilters")}</Button>}
        />
      ) : null}
      {shown.length > 0 ? (
        <>
          <ul aria-label={t("terms")} className="divide-y divide-line rounded-lg border border-line bg-surface">
            {shown.map((term) => (
              <TermRow
                key={term.id}
                term={term}
                sourceLanguage={glossary.sourceLanguage}
                mayEdit={may.edit}
                onChange={() => onChange(term)}
                onDelete={() => onDelete(term)}
              />
            ))}
          </ul>
          <LoadMore
            shown={shown.length}
            hasMore={terms.hasNextPage}
            pending={terms.isFetchingNextPage}
            onMore={() => void terms.fetchNextPage()}
          />
        </>
      ) : null}
    </section>
  );
}
