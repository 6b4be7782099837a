"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Section } from "@/components/ui/card";
import { Failure } from "@/components/ui/failure";
import { LoadMore } from "@/components/ui/pagination";
import { Skeleton } from "@/components/ui/skeleton";
import type { usePaged } from "@/lib/client/paged";
import { SearchField } from "./search-field";

type SearchedSectionProps = {
  readonly title: string;
  readonly description: string;
  readonly searchLabel: string;
  readonly onSearch: (text: string) => void;
  /** State of the paged list. */
  readonly list: Omit<ReturnType<typeof usePaged>, "data">;
  /** Number of visible entries. */
  readonly count: number;
  /** The entries, if any. */
  readonly children: ReactNode;
};

/** A section with a long list that can be searched and is loaded in pages. */
export function SearchedSection(props: SearchedSectionProps) {
  const { title, description, searchLabel, onSearch, list, count, children } = props;
  const t = useTranslations("admin");
  return (
    <Section title={title} description={description}>
      <SearchField label={searchLabel} onSearch={onSearch} />
      <Failure error={list.error} title={t("loadFailed")} onRetry={() => void list.refetch()} />
      {list.isPending ? <Skeleton className="h-40" /> : null}
      {list.isSuccess && count === 0 ? <p className="text-muted">{t("noneFit")}</p> : null}
      {count > 0 ? (
        <>
          {children}
          <LoadMore list={list} shown={count} />
        </>
      ) : null}
    </Section>
  );
}
