"use client";

import { useLocale, useTranslations } from "use-intl";
import { shortLanguageTags, suggestLanguages } from "@/lib/text/languages";
import WhyNot from "./why-not";

type NoMatchingLanguageProps = {
  readonly search: string;
  /** Codes of all available languages, offered or not. */
  readonly available: ReadonlySet<string>;
};

/** Why a search for a language has no result: it is unknown, or not available here, with possible actions. */
export default function NoMatchingLanguage({ search, available }: NoMatchingLanguageProps) {
  const t = useTranslations("languages");
  const locale = useLocale();
  const [meant] = suggestLanguages(search, shortLanguageTags(), 1, locale);
  if (meant === undefined || available.has(meant)) return t("empty");
  return <WhyNot inline missing={{ target: meant }} />;
}
