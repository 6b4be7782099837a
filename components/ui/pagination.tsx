"use client";

import { useTranslations } from "use-intl";
import { Button } from "./button";

type LoadMoreProps = {
  /** Number of visible items. Announced when it increases. */
  readonly shown: number;
  readonly hasMore: boolean;
  readonly pending: boolean;
  readonly onMore: () => void;
};

/** The end of a list that is loaded in pages. */
export function LoadMore({ shown, hasMore, pending, onMore }: LoadMoreProps) {
  const t = useTranslations("ui");
  return (
    <div className="flex items-center justify-between gap-4 print:hidden">
      <p role="status" className={hasMore ? "tabular text-sm text-muted" : "sr-only"}>
        {t("shown", { count: shown })}
      </p>
      {hasMore ? (
        <Button pending={pending} onClick={onMore}>
          {t("more")}
        </Button>
      ) : null}
    </div>
  );
}
