"use client";

import { useState } from "react";
import { useTranslations } from "use-intl";
import { EntryList } from "@/components/language-resources/entry-list";
import { isFiltered, NO_FILTERS } from "@/components/language-resources/search-bar";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { BookA } from "@/components/ui/icons";
import { type Glossary, type Term, type TermPage, useTerms } from "@/lib/client/glossaries";
import { TermRow } from "./term-row";

type TermListProps = {
  readonly glossary: Glossary;
  /** The first page of terms. */
  readonly initial: TermPage;
  readonly may: { readonly edit: boolean; readonly manage: boolean };
  readonly onAdd: () => void;
  readonly onChange: (term: Term) => void;
  readonly onDelete: (term: Term) => void;
};

/** The terms of a glossary by name, with search and language filter. */
export function TermList({ glossary, initial, may, onAdd, onChange, onDelete }: TermListProps) {
  const t = useTranslations("glossaries");
  const [filters, setFilters] = useState(NO_FILTERS);
  const list = useTerms(glossary.id, filters, isFiltered(filters) ? undefined : initial);
  return (
    <EntryList
      kind="glossaries"
      languages={glossary.targetLanguages}
      filters={filters}
      onFilter={setFilters}
      list={list}
      rows={(list.data?.pages ?? [])
        .flatMap((page) => page.terms)
        .map((term) => (
          <TermRow
            key={term.id}
            term={term}
            sourceLanguage={glossary.sourceLanguage}
            mayEdit={may.edit}
            onChange={() => onChange(term)}
            onDelete={() => onDelete(term)}
          />
        ))}
      whenEmpty={
        <EmptyState
          icon={<BookA />}
          title={t("noTermsTitle")}
          actions={may.edit ? <Button onClick={onAdd}>{t("addTerm")}</Button> : null}
        >
          {may.manage ? t("noTermsText") : t("noTermsView")}
        </EmptyState>
      }
    />
  );
}
