"use client";

import { lazy, useState } from "react";
import { useTranslations } from "use-intl";
import { Overview } from "@/components/language-resources/overview";
import { ResourceRow } from "@/components/language-resources/resource-row";
import { BookA } from "@/components/ui/icons";
import { type GlossaryPage, useGlossaries } from "@/lib/client/glossaries";

const GlossaryDialog = lazy(() => import("./glossary-dialog"));

/** The workspace's glossaries. `glossaries` is the first page. */
export function GlossariesPage({ glossaries: first, mayManage }: { glossaries: GlossaryPage; mayManage: boolean }) {
  const t = useTranslations("glossaries");
  const [q, setQ] = useState("");
  const list = useGlossaries(q, q === "" ? first : undefined);
  return (
    <Overview
      kind="glossaries"
      icon={<BookA />}
      q={q}
      onSearch={setQ}
      list={list}
      rows={(list.data?.pages ?? [])
        .flatMap((page) => page.glossaries)
        .map((glossary) => (
          <ResourceRow
            key={glossary.id}
            {...glossary}
            href={`/glossaries/${glossary.id}`}
            size={t("count", { count: glossary.terms })}
          />
        ))}
      newDialog={(close) => <GlossaryDialog glossary={null} onClose={close} />}
      mayManage={mayManage}
    />
  );
}
