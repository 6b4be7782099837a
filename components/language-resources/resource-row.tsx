"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Time } from "@/components/ui/time";
import { LanguagesLine } from "./languages-line";

type ResourceRowProps = {
  readonly href: string;
  readonly name: string;
  readonly sourceLanguage: string;
  readonly targetLanguages: readonly string[];
  /** Number of entries. */
  readonly size: string;
  readonly updatedAt: string;
  readonly badge?: ReactNode;
};

/** A glossary or memory in its list. */
export function ResourceRow(props: ResourceRowProps) {
  const { href, name, sourceLanguage, targetLanguages, size, updatedAt, badge } = props;
  const t = useTranslations("resources");
  return (
    <li className="relative grid gap-x-6 gap-y-1.5 p-4 hover:bg-hover md:grid-cols-[minmax(0,5fr)_minmax(0,2fr)_minmax(0,3fr)] md:items-center">
      <div className="flex min-w-0 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h2 className="min-w-0 text-base break-words">
            <Link href={href} className="after:absolute after:inset-0 hover:underline">
              <bdi>{name}</bdi>
            </Link>
          </h2>
          {badge}
        </div>
        <p className="text-sm text-muted">
          <LanguagesLine source={sourceLanguage} targets={targetLanguages} />
        </p>
      </div>
      <p className="tabular text-sm">{size}</p>
      <p className="text-sm text-muted">
        {t("changed")} <Time value={updatedAt} show="relative" />
      </p>
    </li>
  );
}
