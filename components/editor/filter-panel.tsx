"use client";

import { memo, type Ref, useDeferredValue } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { type EditorFilter, useEditorDocuments } from "@/lib/client/segments";
import { ORIGINS, TRANSLATION_STATES } from "@/lib/vocabulary/segments";
import { checkName } from "./check-name";
import { useEditorScope, useEditorState } from "./editor-scope";
import { isNarrowed } from "./filters";
import { SearchField } from "./search-field";

type FilterPanelProps = {
  /** Null if the search is elsewhere. */
  readonly searchRef: Ref<HTMLInputElement>;
};

/** Filters of the list: document, state, findings, text. */
export const FilterPanel = memo(function FilterPanel({ searchRef }: FilterPanelProps) {
  const t = useTranslations("editor");
  const { project, place, language, store } = useEditorScope();
  const filter = useEditorState((state) => state.filter);
  const { data: documents } = useEditorDocuments(place);
  const set = (change: Partial<EditorFilter>) => store.narrow(change);
  const shown = useDeferredValue(documents) ?? [];
  const issues = [
    ...(filter.qa === "" ? [] : [filter.qa]),
    ...(filter.comments === "open" ? ["comments"] : []),
    ...(filter.outdated === "true" ? ["outdated"] : []),
  ];
  return (
    <div className="flex flex-col gap-4 text-sm">
      {searchRef ? <SearchField ref={searchRef} value={filter.q} onChange={(q) => set({ q })} /> : null}
      <WordSelect
        label={t("filterState")}
        value={filter.state}
        options={[
          ["draft,needs_work,translated", t("unreviewed")],
          ...TRANSLATION_STATES.map((state) => [state, t(`states.${state}`)] as const),
        ]}
        onChange={(state) => set({ state })}
      />
      <WordSelect
        label={t("filterIssues")}
        value={issues.join(",")}
        options={[
          ["error", t("withErrors")],
          ["warning", t("withWarnings")],
          ["none", t("withoutIssues")],
          ["comments", t("withComments")],
          ["outdated", t("withOldSource")],
        ]}
        onChange={(value) =>
          set({
            qa: value === "comments" || value === "outdated" ? "" : value,
            comments: value === "comments" ? "open" : "",
            outdated: value === "outdated" ? "true" : "",
          })
        }
      />
      <WordSelect
        label={t("filterOrigin")}
        value={filter.origin}
        options={ORIGINS.map((origin) => [origin, t(`origins.${origin}`)])}
        onChange={(origin) => set({ origin })}
      />
      {filter.label ? (
        <p className="text-muted">
          {t.rich("chosenLabel", { label: filter.label, name: (label) => <bdi>{label}</bdi> })}
        </p>
      ) : null}
      <Field label={t("order")}>
        <Select
          value={filter.sort}
          onValueChange={(value) => set({ sort: value })}
          options={[
            ["position", t("orders.position")],
            ["risk", t("orders.risk")],
            ["-updatedAt", t("orders.updated")],
            ["length", t("orders.length")],
          ]}
        />
      </Field>
      {filter.check || filter.failedJobId ? (
        <p className="text-muted">
          {filter.check
            ? t("onlyCheck", { check: checkName(t, filter.check, project.settings.customChecks) })
            : t("onlyFailed")}
        </p>
      ) : null}
      {isNarrowed(filter) ? (
        <Button size="sm" onClick={store.showAll}>
          {t("clearFilter")}
        </Button>
      ) : null}
      <nav aria-label={t("documents")} className="flex flex-col gap-1">
        <h3 className="text-muted">{t("documents")}</h3>
        <DocumentButton
          name={t("allDocuments")}
          isCurrent={filter.documentId === ""}
          onChoose={() => set({ documentId: "" })}
        />
        {shown.map((document) => {
          const progress = document.languages.find((one) => one.language === language)?.progress;
          return (
            <DocumentButton
              key={document.id}
              name={document.path}
              percent={progress?.reviewedPercent ?? null}
              isCurrent={filter.documentId === document.id}
              onChoose={() => set({ documentId: document.id })}
            />
          );
        })}
      </nav>
    </div>
  );
});

type WordSelectProps = {
  readonly label: string;
  /** Comma-separated values; empty for all. */
  readonly value: string;
  /** Each value with its name. */
  readonly options: readonly (readonly [value: string, name: string])[];
  readonly onChange: (value: string) => void;
};

/** A filter for one value. Several values, which the toggles of the bar or an address can set, are shown together. */
function WordSelect({ label, value, options, onChange }: WordSelectProps) {
  const t = useTranslations("editor");
  const format = useFormatter();
  const names = new Map(options);
  return (
    <Field label={label}>
      <Select value={value} onValueChange={onChange} options={options}>
        <option value="">{t("all")}</option>
        {value === "" || names.has(value) ? null : (
          <option value={value}>
            {format.list(
              value.split(",").map((word) => names.get(word) ?? word),
              { type: "unit" },
            )}
          </option>
        )}
      </Select>
    </Field>
  );
}

function DocumentButton({
  name,
  percent = null,
  isCurrent,
  onChoose,
}: {
  readonly name: string;
  readonly percent?: number | null;
  readonly isCurrent: boolean;
  readonly onChoose: () => void;
}) {
  const t = useTranslations("editor");
  return (
    <button
      type="button"
      aria-pressed={isCurrent}
      onClick={onChoose}
      className="flex items-center gap-2 rounded-md px-2 py-1.5 text-start hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
    >
      <bdi className="min-w-0 grow truncate rtl:text-right" title={name}>
        {name}
      </bdi>
      {percent === null ? null : (
        <span className="tabular text-xs text-muted">{t("percent", { percent: Math.floor(percent) / 100 })}</span>
      )}
    </button>
  );
}
