"use client";

import { useLocale, useTranslations } from "use-intl";
import { LanguagePair } from "@/components/language/language-pair";
import { useCommaList } from "@/components/ui/writing";
import { languageName } from "@/lib/text/languages";

const MAX_LISTED = 4;

/** Source and target languages. The first few are named, the others counted. */
export function LanguagesLine({ source, targets }: { source: string; targets: readonly string[] }) {
  const t = useTranslations("resources");
  const locale = useLocale();
  const commaList = useCommaList();
  const names = targets.slice(0, MAX_LISTED).map((code) => languageName(code, locale));
  const more = targets.length - names.length;
  return (
    <LanguagePair
      source={languageName(source, locale)}
      target={targets.length === 0 ? t("noTargets") : `${commaList(names)}${more > 0 ? ` +${more}` : ""}`}
    />
  );
}
