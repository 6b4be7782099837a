"use client";

import { useTranslations } from "use-intl";
import { useLanguageOptions } from "@/components/projects/language-options";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";

type SourceLanguageFieldProps = {
  readonly value: string | null;
  readonly error: string | undefined;
  readonly onChange: (code: string) => void;
};

/** The source language of a glossary or memory. */
export function SourceLanguageField({ value, error, onChange }: SourceLanguageFieldProps) {
  const t = useTranslations("resources");
  const languages = useTranslations("languages");
  const options = useLanguageOptions();
  return (
    <Field label={t("sourceLanguage")} error={error} required>
      <Combobox
        label={t("sourceLanguage")}
        searchLabel={languages("search")}
        emptyLabel={languages("empty")}
        placeholder={t("chooseLanguage")}
        groups={[{ options }]}
        value={value}
        onValueChange={onChange}
      />
    </Field>
  );
}
