"use client";

import { useTranslations } from "use-intl";
import { Notice } from "@/components/ui/notice";
import { WaysToLanguage } from "./ways-to-language";

/** Shown if no engine of this server translates anything yet. */
export default function NoEngine({ isAdmin }: { isAdmin: boolean }) {
  const t = useTranslations("languages");
  return (
    <Notice tone="warning" live title={t("noEngine")} actions={<WaysToLanguage language={null} />}>
      {isAdmin ? t("noEngineAdmin") : t("noEngineText")}
    </Notice>
  );
}
