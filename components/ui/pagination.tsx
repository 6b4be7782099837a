"use client";

import { useTranslations } from "use-intl";
import { Button } from "./button";

type LoadMoreProps = {
  /** Number of visible items. Announced when it increases. */
  readonly shown: number;
  /** An infinite query. */
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
};

/** The end of a list that is loaded in pages. */
export function LoadMore({ shown, list: { hasNextPage, isFetchingNextPage, fetchNextPage } }: LoadMoreProps) {
  const t = useTranslations("ui");
  return (
    <div className="flex items-center justify-between gap-4 print:hidden">
      <p role="status" className={hasNextPage ? "tabular text-sm text-muted" : "sr-only"}>
        {t("shown", { count: shown })}
      </p>
      {hasNextPage ? (
        <Button pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("more")}
        </Button>
      ) : null}
    </div>
  );
}
