"use client";

import { lazy, useState } from "react";
import { useTranslations } from "use-intl";
import { Overview } from "@/components/language-resources/overview";
import { ResourceRow } from "@/components/language-resources/resource-row";
import { Badge } from "@/components/ui/badge";
import { DatabaseZap } from "@/components/ui/icons";
import { type MemoryPage, useMemories } from "@/lib/client/memories";

const MemoryDialog = lazy(() => import("./memory-dialog"));

/** The workspace's translation memories. `memories` is the first page. */
export function MemoriesPage({ memories: first, mayManage }: { memories: MemoryPage; mayManage: boolean }) {
  const t = useTranslations("memories");
  const [q, setQ] = useState("");
  const list = useMemories(q, q === "" ? first : undefined);
  return (
    <Overview
      kind="memories"
      icon={<DatabaseZap />}
      q={q}
      onSearch={setQ}
      list={list}
      rows={(list.data?.pages ?? [])
        .flatMap((page) => page.translationMemories)
        .map((memory) => (
          <ResourceRow
            key={memory.id}
            {...memory}
            href={`/memories/${memory.id}`}
            size={t("count", { count: memory.units })}
            badge={memory.isDefault ? <Badge tone="accent">{t("isDefault")}</Badge> : null}
          />
        ))}
      newDialog={(close) => <MemoryDialog memory={null} onClose={close} />}
      mayManage={mayManage}
    />
  );
}
