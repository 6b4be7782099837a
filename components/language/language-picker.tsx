"use client";

import { lazy, Suspense, useMemo } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Combobox, type ComboboxOption } from "@/components/ui/combobox";
import type { Language } from "@/lib/client/language-sets";
import { languageName, nativeLanguageName } from "@/lib/text/languages";

type FurtherLanguages = {
  readonly heading: string;
  readonly codes: readonly string[];
  readonly details?: ReadonlyMap<string, string>;
};

type LanguagePickerProps = {
  readonly label: string;
  readonly value: string;
  readonly onValueChange: (code: string) => void;
  readonly languages: readonly Language[];
  /** Codes to offer; by default all. */
  readonly only?: ReadonlySet<string>;
  /** Codes of more languages, listed last under their own heading, with optional details. */
  readonly further?: FurtherLanguages;
  /** Codes to offer first, in this order. */
  readonly recent: readonly string[];
  /** Adds language detection, as `auto`. */
  readonly withDetection?: boolean;
  /** Shown on the button instead of the name. */
  readonly shown?: React.ReactNode;
  readonly look?: "field" | "plain";
  readonly className?: string;
};

const NoMatchingLanguage = lazy(() => import("./no-matching-language"));

/** Chooses an available language by its localised or native name or by its code. */
export function LanguagePicker(props: LanguagePickerProps) {
  const { label, value, onValueChange, languages, only, further, recent, withDetection, shown, look, className } =
    props;
  const t = useTranslations("languages");
  const locale = useLocale();
  const groups = useMemo(() => {
    const offered = languages.filter(({ code }) => only === undefined || only.has(code));
    const options = new Map(offered.map((language) => [language.code, optionOf(language)]));
    const first = recent.map((code) => options.get(code)).filter((option) => option !== undefined);
    const beyond = further && { ...further, codes: further.codes.filter((code) => !options.has(code)) };
    return [
      { options: withDetection ? [{ value: "auto", label: t("detect") }] : [] },
      { heading: t("recent"), options: first },
      { heading: t("all"), options: [...options.values()].filter((option) => !first.includes(option)) },
      ...(beyond ? [{ heading: beyond.heading, options: furtherOptions(beyond, locale) }] : []),
    ];
  }, [languages, only, further, recent, withDetection, t, locale]);
  const available = useMemo(() => new Set(languages.map(({ code }) => code)), [languages]);
  return (
    <Combobox
      label={label}
      searchLabel={t("search")}
      emptyLabel={(search) => (
        <Suspense fallback={t("empty")}>
          <NoMatchingLanguage search={search} available={available} />
        </Suspense>
      )}
      groups={groups}
      value={value}
      onValueChange={onValueChange}
      shown={shown}
      look={look}
      className={className}
    />
  );
}

/** The options for further languages, with names in a locale. */
export function furtherOptions({ codes, details }: FurtherLanguages, locale: string): ComboboxOption[] {
  return codes.map((code) => furtherOption(code, locale, details));
}

function furtherOption(code: string, locale: string, details?: ReadonlyMap<string, string>): ComboboxOption {
  const option = optionOf(named(code, locale));
  const detail = details?.get(code);
  if (detail === undefined) return option;
  return { value: code, label: option.label, detail, keywords: option.detail ? [option.detail] : [] };
}

function named(code: string, locale: string): Pick<Language, "code" | "name" | "nativeName"> {
  return { code, name: languageName(code, locale), nativeName: nativeLanguageName(code) };
}

function optionOf({ code, name, nativeName }: Pick<Language, "code" | "name" | "nativeName">): ComboboxOption {
  return { value: code, label: name, detail: nativeName, detailLang: code };
}
