"use client";

import { DatabaseZap, Plus } from "lucide-react";
import { lazy, Suspense } from "react";
import { useTranslations } from "use-intl";
import { ResourceRow } from "@/components/language-resources/resource-row";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Failure } from "@/components/ui/failure";
import { Page } from "@/components/ui/page";
import { LoadMore } from "@/components/ui/pagination";
import { useLayer } from "@/components/ui/use-layer";
import { type MemoryPage, useMemories } from "@/lib/client/memories";

const MemoryDialog = lazy(() => import("./memory-dialog"));

/** The translation memories of the workspace. `memories` is the first page of them. */
export function MemoriesPage({ memories: first, mayManage }: { memories: MemoryPage; mayManage: boolean }) {
  const t = useTranslations("memories");
  const memories = useMemories(first);
  const [creating, create, close] = useLayer<true>();
  const shown = memories.data?.pages.flatMap((page) => page.translationMemories) ?? [];
  const button = mayManage ? (
    <Button variant="primary" onClick={() => create(true)}>
      <Plus aria-hidden="true" />
      {t("create")}
    </Button>
  ) : null;
  return (
    <Page title={t("title")} description={t("description")} actions={shown.length > 0 ? button : null}>
      {memories.error ? (
        <Failure error={memories.error} title={t("listFailed")} onRetry={() => void memories.refetch()} />
      ) : null}
      {shown.length === 0 ? (
        <EmptyState icon={<DatabaseZap />} title={t("emptyTitle")} actions={button}>
          <p>{t("emptyText")}</p>
          {mayManage ? null : <p className="mt-2">{t("managersOnly")}</p>}
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-4">
          <ul aria-label={t("title")} className="divide-y divide-line rounded-lg border border-line bg-surface">
            {shown.map((memory) => (
              <ResourceRow
                key={memory.id}
                {...memory}
                href={`/memories/${memory.id}`}
                size={t("count", { count: memory.units })}
                badge={memory.isDefault ? <Badge tone="accent">{t("isDefault")}</Badge> : null}
              />
            ))}
          </ul>
          <LoadMore
            shown={shown.length}
            hasMore={memories.hasNextPage}
            pending={memories.isFetchingNextPage}
            onMore={() => void memories.fetchNextPage()}
          />
        </div>
      )}
      <Suspense fallback={null}>{creating ? <MemoryDialog memory={null} onClose={close} /> : null}</Suspense>
    </Page>
  );
}
