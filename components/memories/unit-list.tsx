"use client";

import { useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { MessageText } from "@/components/editor/message-text";
import { EntryList } from "@/components/language-resources/entry-list";
import { isFiltered, NO_FILTERS } from "@/components/language-resources/search-bar";
import { Badge } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { DatabaseZap, Pencil, Trash2 } from "@/components/ui/icons";
import { Time } from "@/components/ui/time";
import { type Memory, type Unit, type UnitPage, useUnits } from "@/lib/client/memories";
import { languageName } from "@/lib/text/languages";
import { plainText } from "@/lib/text/segment";

type UnitListProps = {
  readonly memory: Memory;
  /** The first page of its units. */
  readonly initial: UnitPage;
  readonly may: { readonly edit: boolean; readonly manage: boolean };
  readonly onChange: (unit: Unit) => void;
  readonly onDelete: (unit: Unit) => void;
};

/** The units of a memory, newest first, with search and language filter. */
export function UnitList({ memory, initial, may, onChange, onDelete }: UnitListProps) {
  const t = useTranslations("memories");
  const [filters, setFilters] = useState(NO_FILTERS);
  const list = useUnits(memory.id, filters, isFiltered(filters) ? undefined : initial);
  return (
    <EntryList
      kind="memories"
      languages={memory.targetLanguages}
      filters={filters}
      onFilter={setFilters}
      list={list}
      rows={(list.data?.pages ?? [])
        .flatMap((page) => page.units)
        .map((unit) => (
          <UnitRow
            key={unit.id}
            unit={unit}
            sourceLanguage={memory.sourceLanguage}
            mayEdit={may.edit}
            onChange={() => onChange(unit)}
            onDelete={() => onDelete(unit)}
          />
        ))}
      whenEmpty={
        <EmptyState icon={<DatabaseZap />} title={t("noUnitsTitle")}>
          {may.manage ? t("noUnitsText") : t("noUnitsView")}
        </EmptyState>
      }
    />
  );
}

type UnitRowProps = {
  readonly unit: Unit;
  readonly sourceLanguage: string;
  readonly mayEdit: boolean;
  readonly onChange: () => void;
  readonly onDelete: () => void;
};

function UnitRow({ unit, sourceLanguage, mayEdit, onChange, onDelete }: UnitRowProps) {
  const t = useTranslations("memories");
  const locale = useLocale();
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2 px-4 py-3">
      <div className="grid min-w-0 gap-x-6 gap-y-1.5 md:grid-cols-2">
        <MessageText text={unit.source} forms={unit.sourceForms} codes={[]} language={sourceLanguage} />
        <div className="flex min-w-0 flex-col gap-1.5">
          <MessageText
            text={unit.target}
            forms={unit.forms}
            codes={[]}
            language={unit.language}
            className="font-medium"
          />
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-muted">
            <span>{languageName(unit.language, locale)}</span>
            {unit.reviewed ? <Badge tone="success">{t("reviewed")}</Badge> : null}
            {unit.imported ? <Badge>{t("imported")}</Badge> : null}
            <Time value={unit.updatedAt} show="date" />
          </p>
        </div>
      </div>
      {mayEdit ? (
        <div className="flex self-start">
          <IconButton
            icon={Pencil}
            size="sm"
            label={t("changeUnit", { source: shortened(unit.source) })}
            onClick={onChange}
          />
          <IconButton
            icon={Trash2}
            size="sm"
            label={t("deleteUnit", { source: shortened(unit.source) })}
            onClick={onDelete}
          />
        </div>
      ) : null}
    </li>
  );
}

const SHORT = 60;

/** The beginning of a text, enough to identify it. */
function shortened(encoded: string): string {
  const text = plainText(encoded);
  const characters = [...text];
  return characters.length <= SHORT ? text : `${characters.slice(0, SHORT).join("")}…`;
}
