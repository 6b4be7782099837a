"use client";

import { BookA, Plus } from "lucide-react";
import { lazy, Suspense } from "react";
import { useTranslations } from "use-intl";
import { ResourceRow } from "@/components/language-resources/resource-row";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Failure } from "@/components/ui/failure";
import { Page } from "@/components/ui/page";
import { LoadMore } from "@/components/ui/pagination";
import { useLayer } from "@/components/ui/use-layer";
import { type GlossaryPage, useGlossaries } from "@/lib/client/glossaries";

const GlossaryDialog = lazy(() => import("./glossary-dialog"));

/** The glossaries of the workspace. `glossaries` is the first page of them. */
export function GlossariesPage({ glossaries: first, mayManage }: { glossaries: GlossaryPage; mayManage: boolean }) {
  const t = useTranslations("glossaries");
  const glossaries = useGlossaries(first);
  const [creating, create, close] = useLayer<true>();
  const shown = glossaries.data?.pages.flatMap((page) => page.glossaries) ?? [];
  const button = mayManage ? (
    <Button variant="primary" onClick={() => create(true)}>
      <Plus aria-hidden="true" />
      {t("create")}
    </Button>
  ) : null;
  return (
    <Page title={t("title")} description={t("description")} actions={shown.length > 0 ? button : null}>
      {glossaries.error ? (
        <Failure error={glossaries.error} title={t("listFailed")} onRetry={() => void glossaries.refetch()} />
      ) : null}
      {shown.length === 0 ? (
        <EmptyState icon={<BookA />} title={t("emptyTitle")} actions={button}>
          <p>{t("emptyText")}</p>
          {mayManage ? null : <p className="mt-2">{t("managersOnly")}</p>}
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-4">
          <ul aria-label={t("title")} className="divide-y divide-line rounded-lg border border-line bg-surface">
            {shown.map((glossary) => (
              <ResourceRow
                key={glossary.id}
                {...glossary}
                href={`/glossaries/${glossary.id}`}
                size={t("count", { count: glossary.terms })}
              />
            ))}
          </ul>
          <LoadMore
            shown={shown.length}
            hasMore={glossaries.hasNextPage}
            pending={glossaries.isFetchingNextPage}
            onMore={() => void glossaries.fetchNextPage()}
          />
        </div>
      )}
      <Suspense fallback={null}>{creating ? <GlossaryDialog glossary={null} onClose={close} /> : null}</Suspense>
    </Page>
  );
}
