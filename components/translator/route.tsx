"use client";

import { useTranslations } from "use-intl";
import { useArrow } from "@/components/ui/writing";
import type { Translation } from "@/lib/schemas/translate";

type RouteProps = { readonly answer: Translation; readonly nameOf: (code: string) => string };

/** The route of the translation. */
export function Route({ answer, nameOf }: RouteProps) {
  const t = useTranslations("translate");
  const arrow = useArrow();
  const stations = answer.route;
  const names = stations.map(nameOf).join(` ${arrow} `);
  return (
    <p className="flex items-center">
      <span className="sr-only">{t("route", { languages: names })}</span>
      <span aria-hidden="true" data-tip={names} className="flex items-center gap-1.5 font-mono">
        {stations.map((code, index) => (
          <span key={code} className="flex items-center gap-1.5">
            {index > 0 ? <span className="h-px w-5 bg-edge" /> : null}
            <span className={index > 0 && index < stations.length - 1 ? "text-bole" : undefined}>{code}</span>
          </span>
        ))}
      </span>
    </p>
  );
}
