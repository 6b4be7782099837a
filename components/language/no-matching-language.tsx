"use client";

import { useLocale, useTranslations } from "use-intl";
import { languageName, shortLanguageTags, suggestLanguages } from "@/lib/text/languages";
import { WaysToLanguage } from "./ways-to-language";

type NoMatchingLanguageProps = {
  readonly search: string;
  /** Codes of all available languages, offered or not. */
  readonly available: ReadonlySet<string>;
};

/** Why a search for a language finds nothing: it isn't available here, with what can be done, or is unknown. */
export default function NoMatchingLanguage({ search, available }: NoMatchingLanguageProps) {
  const t = useTranslations("languages");
  const locale = useLocale();
  const [meant] = suggestLanguages(search, shortLanguageTags(), 1, locale);
  if (meant === undefined || available.has(meant)) return t("empty");
  const language = languageName(meant, locale);
  return (
    <span className="flex flex-col items-center gap-2">
      {t("unserved", { language })}
      <span className="flex flex-wrap justify-center gap-2">
        <WaysToLanguage language={language} />
      </span>
    </span>
  );
}
