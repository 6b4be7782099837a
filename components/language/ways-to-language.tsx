"use client";

import Link from "next/link";
import { useTranslations } from "use-intl";
import { buttonClass } from "@/components/ui/button";
import { useMe } from "@/lib/client/account";
import { useAdministrators } from "@/lib/client/keys";

type WaysToLanguageProps = {
  /** Name of the language or the pair that is missing; null where every language is. */
  readonly language: string | null;
};

/** What the person can do where a language is missing: bring it, ask who can, or see what works. The same everywhere. */
export function WaysToLanguage({ language }: WaysToLanguageProps) {
  const t = useTranslations("languages");
  // Visitors have no administrator to ask.
  const { data: me } = useMe(undefined, false);
  const isAdmin = me?.user?.isAdmin === true;
  const { data: administrators = [] } = useAdministrators(Boolean(me?.user) && !isAdmin);
  const subject = language === null ? t("askSubject") : t("askSubjectOf", { language });
  if (isAdmin)
    return (
      <>
        <Link href="/admin/models" className={buttonClass("secondary", "sm")}>
          {t("toModels")}
        </Link>
        <Link href="/admin/engines" className={buttonClass("secondary", "sm")}>
          {t("toEngines")}
        </Link>
      </>
    );
  return (
    <>
      {administrators.length > 0 ? (
        <a
          href={`mailto:${administrators.join(",")}?subject=${encodeURIComponent(subject)}`}
          className={buttonClass("secondary", "sm")}
        >
          {t("ask")}
        </a>
      ) : null}
      {language === null || !me ? null : (
        <Link href="/languages" className={buttonClass("ghost", "sm")}>
          {t("whatWorks")}
        </Link>
      )}
    </>
  );
}
