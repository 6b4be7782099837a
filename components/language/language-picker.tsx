"use client";

import { useMemo } from "react";
import { useTranslations } from "use-intl";
import { Combobox, type ComboboxOption } from "@/components/ui/combobox";
import type { Language } from "@/lib/client/language-sets";

type LanguagePickerProps = {
  readonly label: string;
  readonly value: string;
  readonly onValueChange: (code: string) => void;
  readonly languages: readonly Language[];
  /** Codes to offer; all by default. */
  readonly only?: ReadonlySet<string>;
  /** Codes to offer first, in this order. */
  readonly recent: readonly string[];
  /** Offers to detect the language, as `auto`. */
  readonly withDetection?: boolean;
  /** Shown on the button in place of the name. */
  readonly shown?: React.ReactNode;
  readonly look?: "field" | "plain";
  readonly className?: string;
};

/** One language of those that there are: by its name in the interface's language or its own, or by its code. */
export function LanguagePicker(props: LanguagePickerProps) {
  const { label, value, onValueChange, languages, only, recent, withDetection, shown, look, className } = props;
  const t = useTranslations("languages");
  const groups = useMemo(() => {
    const offered = languages.filter(({ code }) => only === undefined || only.has(code));
    const options = new Map(offered.map((language) => [language.code, optionOf(language)]));
    const first = recent.map((code) => options.get(code)).filter((option) => option !== undefined);
    return [
      { options: withDetection ? [{ value: "auto", label: t("detect") }] : [] },
      { heading: t("recent"), options: first },
      { heading: t("all"), options: [...options.values()].filter((option) => !first.includes(option)) },
    ];
  }, [languages, only, recent, withDetection, t]);
  return (
    <Combobox
      label={label}
      searchLabel={t("search")}
      emptyLabel={t("empty")}
      groups={groups}
      value={value}
      onValueChange={onValueChange}
      shown={shown}
      look={look}
      className={className}
    />
  );
}

function optionOf({ code, name, nativeName }: Language): ComboboxOption {
  return { value: code, label: name, detail: nativeName, detailLang: code };
}
