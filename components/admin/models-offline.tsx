"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

type ModelsOfflineProps = {
  /** True if the environment turns downloads off, so that another attempt is pointless. */
  readonly isTurnedOff: boolean;
  /** Address of the source. */
  readonly source: string;
  /** Requested pairs that are not installed, most requested first. */
  readonly missing: readonly { readonly pair: string; readonly name: string; readonly requests: number }[];
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
};

const code = (text: ReactNode) => (
  <code dir="ltr" className="font-mono">
    {text}
  </code>
);

/** Why no models can be downloaded, which ones are requested most, and how to install models from files. */
export function ModelsOffline({ isTurnedOff, source, missing, isRetrying, onRetry }: ModelsOfflineProps) {
  const t = useTranslations("engines");
  return (
    <Notice
      tone={isTurnedOff ? "neutral" : "warning"}
      title={t(isTurnedOff ? "turnedOff" : "offline")}
      actions={
        isTurnedOff ? null : (
          <Button size="sm" pending={isRetrying} onClick={onRetry}>
            {t("lookAgain")}
          </Button>
        )
      }
    >
      <p>
        {isTurnedOff
          ? t.rich("turnedOffText", { code })
          : t.rich("offlineText", { source: () => <bdi className="break-all">{source}</bdi> })}
      </p>
      <p className="mt-3 font-medium">{t("bringModels")}</p>
      <ol className="mt-1 flex list-decimal flex-col gap-1 ps-5">
        <li>{t.rich("bringInstall", { code })}</li>
        <li>{t.rich("bringCopy", { code })}</li>
        <li>{t("bringImport", { button: t("import"), folder: t("fromFolder") })}</li>
      </ol>
      {missing.length > 0 ? (
        <>
          <p className="mt-3 font-medium">{t("missingModels")}</p>
          <ul className="mt-1 flex flex-col gap-1">
            {missing.map(({ pair, name, requests }) => (
              <li key={pair} className="flex flex-wrap gap-x-3">
                <span>{name}</span>
                <span className="tabular text-muted">{t("requests", { count: requests })}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Notice>
  );
}
