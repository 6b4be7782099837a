"use client";

import { useMemo } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { useTyped } from "@/components/ui/use-typed";
import { languageName } from "@/lib/text/languages";

export type Filters = { readonly q: string; readonly language: string };

export const NO_FILTERS: Filters = { q: "", language: "" };

export function isFiltered({ q, language }: Filters): boolean {
  return q !== "" || language !== "";
}

type SearchBarProps = {
  readonly label: string;
  readonly hint: string;
  readonly filters: Filters;
  /** Target languages to choose from. */
  readonly languages: readonly string[];
  readonly onChange: (filters: Filters) => void;
};

/** A search field and a language filter. They report changes after a pause in typing. */
export function SearchBar({ label, hint, filters, languages, onChange }: SearchBarProps) {
  const t = useTranslations("resources");
  const locale = useLocale();
  const [text, setText] = useTyped(filters.q, (q) => onChange({ ...filters, q }));
  const named = useMemo(
    () =>
      languages
        .map((code) => ({ code, name: languageName(code, locale) }))
        .sort((a, b) => a.name.localeCompare(b.name, locale)),
    [languages, locale],
  );
  return (
    <search className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_14rem]">
      <Field label={label} labelHidden>
        <Input
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={hint}
          maxLength={200}
          autoComplete="off"
          dir="auto"
        />
      </Field>
      <Field label={t("language")} labelHidden>
        <Select
          value={filters.language}
          onValueChange={(value) => onChange({ ...filters, language: value })}
          options={named.map(({ code, name }) => [code, name])}
        >
          <option value="">{t("anyLanguage")}</option>
        </Select>
      </Field>
    </search>
  );
}
