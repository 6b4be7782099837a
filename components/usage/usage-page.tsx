"use client";

import Link from "next/link";
import { memo, useDeferredValue, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { buttonClass } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { cx } from "@/components/ui/cx";
import { DateInput } from "@/components/ui/date-input";
import { EmptyState } from "@/components/ui/empty-state";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { ChartColumn, Download } from "@/components/ui/icons";
import { Page } from "@/components/ui/page";
import { Segmented } from "@/components/ui/segmented";
import { MEASURES, type Measure, type UsageQuery, usageCsvAddress, useUsage } from "@/lib/client/usage";
import type { UsageDetail } from "@/lib/schemas/usage";
import { BarChart } from "./bar-chart";
import { Breakdown } from "./breakdown";
import { bucketsOf, customRange, presetRange, RANGES, type RangeName } from "./range";

const RANGE_NAMES: readonly RangeName[] = [...(Object.keys(RANGES) as (keyof typeof RANGES)[]), "custom"];

type UsagePageProps = {
  /** The last 30 days by day, without the reads of the dashboard itself. */
  readonly usage: UsageDetail;
  /** The server's time in milliseconds, so that "today" is the same on server and browser. */
  readonly now: number;
};

export function UsagePage({ usage: first, now }: UsagePageProps) {
  const t = useTranslations("usage");
  const [name, setName] = useState<RangeName>("month");
  const [days, setDays] = useState({ from: first.from, to: first.to });
  const [withReads, setWithReads] = useState(false);
  const [measure, setMeasure] = useState<Measure>("requests");
  // The selection is shown immediately; the chart may follow later.
  const drawn = useDeferredValue(measure);
  const custom = customRange(days.from, days.to);
  const range = name === "custom" ? (custom ?? presetRange("month", now)) : presetRange(name, now);
  const query: UsageQuery = withReads ? range : { ...range, without: "dashboard_reads" };
  const usage = useUsage(query, name === "month" && !withReads ? first : undefined);
  const data = usage.data;
  const isEmpty = data !== undefined && MEASURES.every((each) => data.total[each] === 0);

  return (
    <Page
      title={t("title")}
      description={t("description")}
      actions={
        isEmpty ? null : (
          <a href={usageCsvAddress(query)} download className={buttonClass()}>
            <Download />
            {t("download")}
          </a>
        )
      }
    >
      <div className="-mt-2 flex flex-wrap items-end gap-4">
        <Segmented
          label={t("range")}
          value={name}
          onValueChange={setName}
          options={RANGE_NAMES.map((value) => ({ value, label: t(`ranges.${value}`) }))}
          className="flex-wrap"
        />
        {name === "custom" ? (
          <>
            <Field label={t("from")} error={custom ? undefined : t("rangeWrong")}>
              <DateInput className="w-40" value={days.from} onChange={(from) => setDays({ ...days, from })} />
            </Field>
            <Field label={t("to")}>
              <DateInput className="w-40" value={days.to} onChange={(to) => setDays({ ...days, to })} />
            </Field>
          </>
        ) : null}
        <Checkbox
          label={t("withReads")}
          checked={withReads}
          onChange={(event) => setWithReads(event.target.checked)}
          className="self-center sm:ms-auto"
        />
      </div>
      <Failure error={usage.error} title={t("failed")} onRetry={() => void usage.refetch()} />
      {isEmpty ? (
        <EmptyState
          icon={<ChartColumn />}
          title={t("emptyTitle")}
          actions={
            <Link href="/" className={buttonClass("primary")}>
              {t("emptyAction")}
            </Link>
          }
        >
          {t("emptyText")}
        </EmptyState>
      ) : null}
      {data && !isEmpty ? (
        <div
          aria-busy={usage.isPlaceholderData}
          className={cx("flex flex-col gap-10", usage.isPlaceholderData && "opacity-60")}
        >
          <div className="flex flex-col gap-6">
            <Totals total={data.total} measure={measure} onMeasure={setMeasure} />
            <PerBucket data={data} measure={drawn} />
          </div>
          <Breakdown query={query} measure={drawn} />
        </div>
      ) : null}
    </Page>
  );
}

const PerBucket = memo(function PerBucket({ data, measure }: { data: UsageDetail; measure: Measure }) {
  const t = useTranslations("usage");
  const values = new Map(data.rows.map((row) => [row.at, row[measure]]));
  return (
    <section className="rounded-lg border border-line bg-surface p-4 sm:p-5">
      <h2 className="mb-4 text-base">{t("perBucket", { measure: t(`measures.${measure}`), bucket: data.bucket })}</h2>
      <BarChart
        name={t(`measures.${measure}`)}
        bucket={data.bucket}
        bars={bucketsOf(data).map((at) => ({ at, value: values.get(at) ?? 0 }))}
      />
    </section>
  );
});

type TotalsProps = { total: UsageDetail["total"]; measure: Measure; onMeasure: (measure: Measure) => void };

/** Totals of the range. Each selects the measure of the chart. */
function Totals({ total, measure, onMeasure }: TotalsProps) {
  const t = useTranslations("usage");
  const format = useFormatter();
  return (
    <fieldset className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
      <legend className="sr-only">{t("totals")}</legend>
      {MEASURES.map((each) => (
        <label
          key={each}
          className="relative flex cursor-pointer flex-col gap-1 rounded-lg border border-line bg-surface p-4 hover:bg-hover max-sm:first-of-type:col-span-2 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="measure"
            checked={each === measure}
            onChange={() => onMeasure(each)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-lg outline-none"
          />
          <span className="text-sm text-muted">{t(`measures.${each}`)}</span>
          <span className="tabular text-xl">{format.number(total[each])}</span>
          <span className="text-xs text-muted">{t(`measureTexts.${each}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
