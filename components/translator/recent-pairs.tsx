"use client";

import { useTranslations } from "use-intl";
import { cx } from "@/components/ui/cx";
import { useArrow } from "@/components/ui/writing";
import { useRecentPairs } from "@/lib/client/recent-pairs";
import type { SteadyTranslator } from "./use-translator";

type RecentPairsProps = { readonly state: SteadyTranslator; readonly nameOf: (code: string) => string };

/** Buttons for recent language pairs. Their space is reserved before there are two, so that nothing moves. */
export function RecentPairs({ state, nameOf }: RecentPairsProps) {
  const t = useTranslations("translate");
  const names = useTranslations("languages");
  const arrow = useArrow();
  const pairs = useRecentPairs();
  if (pairs.length < 2) return <div className="-mb-1 min-h-8 max-lg:hidden" />;
  const nameOfSource = (code: string) => (code === "auto" ? names("detectShort") : nameOf(code));
  return (
    <ul aria-label={t("recentPairs")} className="-mb-1 flex gap-1 overflow-x-auto print:hidden">
      {pairs.map(({ source, target }, i) => {
        const isCurrent = source === state.source && target === state.target;
        return (
          <li key={`${source} ${target}`} className="shrink-0">
            <button
              type="button"
              aria-current={isCurrent ? "true" : undefined}
              data-tip={`Alt+${i + 1}`}
              onClick={() => state.setPair({ source, target })}
              className={cx(
                "min-h-8 rounded-md px-2.5 text-sm whitespace-nowrap transition-colors -outline-offset-2",
                isCurrent ? "bg-accent-soft font-medium text-accent-ink" : "text-muted hover:bg-hover hover:text-ink",
              )}
            >
              {nameOfSource(source)} {arrow} {nameOf(target)}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
