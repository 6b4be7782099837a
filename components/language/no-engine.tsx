"use client";

import Link from "next/link";
import { useTranslations } from "use-intl";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

/** Shown if no engine of this server translates anything yet. */
export default function NoEngine({ isAdmin }: { isAdmin: boolean }) {
  const t = useTranslations("languages");
  return (
    <Notice
      tone="warning"
      live
      title={t("noEngine")}
      actions={
        isAdmin ? (
          <>
            <Link href="/admin/models" className={buttonClass("primary", "sm")}>
              {t("toModels")}
            </Link>
            <Link href="/admin/engines" className={buttonClass("secondary", "sm")}>
              {t("toEngines")}
            </Link>
          </>
        ) : undefined
      }
    >
      {isAdmin ? t("noEngineAdmin") : t("noEngineText")}
    </Notice>
  );
}
