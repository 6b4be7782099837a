"use client";

import { useMemo } from "react";
import { useTranslations } from "use-intl";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { useTyped } from "@/components/ui/use-typed";
import type { ProjectFilters } from "@/lib/client/projects";
import { PROJECT_STATUSES } from "@/lib/vocabulary/segments";
import { SORTS, VIEWS } from "./filters";
import { useLanguageOptions } from "./language-options";

type FilterBarProps = { readonly filters: ProjectFilters; readonly onChange: (filters: ProjectFilters) => void };

/** Search, filters and order of the list. */
export function FilterBar({ filters, onChange }: FilterBarProps) {
  const t = useTranslations("projects");
  const ui = useTranslations("ui");
  const languages = useTranslations("languages");
  const options = useLanguageOptions();
  const groups = useMemo(() => [{ options: [{ value: "", label: t("anyLanguage") }, ...options] }], [options, t]);
  const [text, setText] = useTyped(filters.q, (q) => onChange({ ...filters, q }));
  return (
    <search className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(12rem,1fr)_repeat(4,auto)]">
      <Field label={ui("search")} className="col-span-full lg:col-span-1">
        <Input
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={t("searchHint")}
          maxLength={200}
          dir="auto"
        />
      </Field>
      <Field label={t("view")}>
        <Select
          value={filters.view}
          onValueChange={(value) => onChange({ ...filters, view: value })}
          options={VIEWS.map((view) => [view, t(`views.${view}`)])}
        >
          <option value="">{t("views.all")}</option>
        </Select>
      </Field>
      <Field label={t("status")}>
        <Select
          value={filters.status}
          onValueChange={(value) => onChange({ ...filters, status: value })}
          options={PROJECT_STATUSES.map((status) => [status, t(`statuses.${status}`)])}
        >
          <option value="">{t("anyStatus")}</option>
        </Select>
      </Field>
      <Field label={t("target")}>
        <Combobox
          label={t("target")}
          searchLabel={languages("search")}
          emptyLabel={languages("empty")}
          groups={groups}
          value={filters.targetLanguage}
          onValueChange={(targetLanguage) => onChange({ ...filters, targetLanguage })}
        />
      </Field>
      <Field label={t("order")}>
        <Select
          value={filters.sort || SORTS[0]}
          onValueChange={(value) => onChange({ ...filters, sort: value === SORTS[0] ? "" : value })}
          options={SORTS.map((sort) => [sort, t(`orders.${sort.replace("-", "") as "name"}`)])}
        />
      </Field>
    </search>
  );
}
