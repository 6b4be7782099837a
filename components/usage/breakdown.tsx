"use client";

import { useState } from "react";
import { useFormatter, useLocale, useTranslations } from "use-intl";
import { buttonClass } from "@/components/ui/button";
import { Section } from "@/components/ui/card";
import { Failure } from "@/components/ui/failure";
import { Progress } from "@/components/ui/progress";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { Table, Td, Th } from "@/components/ui/table";
import { MEASURES, type Measure, type UsageQuery, usageCsvAddress, useUsage } from "@/lib/client/usage";
import type { UsageDetail } from "@/lib/schemas/usage";
import { languageName } from "@/lib/text/languages";
import { USAGE_GROUPS, type UsageGroup } from "@/lib/vocabulary/accounts";

type BreakdownProps = { readonly query: UsageQuery; readonly measure: Measure };

/** Usage by key, endpoint, engine or language pair, largest first. */
export function Breakdown({ query, measure }: BreakdownProps) {
  const t = useTranslations("usage");
  const [groupBy, setGroupBy] = useState<UsageGroup>("key");
  const usage = useUsage({ ...query, bucket: "day", groupBy });
  const isCurrent = usage.data?.groupBy === groupBy;
  return (
    <Section
      title={t("breakdown")}
      actions={
        <>
          <Segmented
            label={t("breakdown")}
            value={groupBy}
            onValueChange={setGroupBy}
            options={USAGE_GROUPS.map((value) => ({ value, label: t(`by.${value}`) }))}
          />
          <a href={usageCsvAddress({ ...query, groupBy })} download className={buttonClass("secondary", "sm")}>
            {t("csv")}
          </a>
        </>
      }
    >
      <Failure error={usage.error} title={t("failed")} onRetry={() => void usage.refetch()} />
      {isCurrent && usage.data ? (
        <GroupTable usage={usage.data} groupBy={groupBy} measure={measure} without={query.without} />
      ) : usage.error ? null : (
        <div aria-busy="true" className="flex flex-col gap-2">
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </div>
      )}
    </Section>
  );
}

type GroupTableProps = Omit<BreakdownProps, "query"> &
  Pick<UsageQuery, "without"> & { readonly usage: UsageDetail; readonly groupBy: UsageGroup };

function GroupTable({ usage, groupBy, measure, without }: GroupTableProps) {
  const t = useTranslations("usage");
  const format = useFormatter();
  const nameOf = useGroupName(groupBy, without);
  const groups = sumByGroup(usage).sort((a, b) => b.counts[measure] - a.counts[measure]);
  const whole = Math.max(usage.total[measure], 1);
  if (groups.length === 0) return <p className="text-sm text-muted">{t("emptyTitle")}</p>;
  return (
    <Table caption={t(`by.${groupBy}`)}>
      <thead>
        <tr>
          <Th>{t(`by.${groupBy}`)}</Th>
          <Th className="w-1/4">{t("share")}</Th>
          {MEASURES.map((each) => (
            <Th key={each} className="text-end!">
              {t(`measures.${each}`)}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groups.map(({ group, label, counts }) => (
          <tr key={group}>
            <Td className="max-w-64 min-w-32 break-words">
              <bdi>{nameOf(group, label)}</bdi>
            </Td>
            <Td className="min-w-28">
              <Progress label={`${t("share")}: ${nameOf(group, label)}`} percent={(counts[measure] / whole) * 100} />
            </Td>
            {MEASURES.map((each) => (
              <Td key={each} className="tabular text-end">
                {format.number(counts[each])}
              </Td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

type Group = { group: string; label: string; counts: Record<Measure, number> };

function sumByGroup(usage: UsageDetail): Group[] {
  const groups = new Map<string, Group>();
  for (const row of usage.rows) {
    const id = row.group ?? "";
    const found = groups.get(id) ?? {
      group: id,
      label: row.label ?? id,
      counts: { requests: 0, characters: 0, files: 0, refused: 0, failed: 0 },
    };
    for (const measure of MEASURES) found.counts[measure] += row[measure];
    groups.set(id, found);
  }
  return [...groups.values()];
}

/** Name of a group. Language pairs get the names of their languages; there are texts for no key and no engine. */
function useGroupName(groupBy: UsageGroup, without: UsageQuery["without"]): (group: string, label: string) => string {
  const t = useTranslations("usage");
  const locale = useLocale();
  return (group, label) => {
    if (group === "" && groupBy === "key" && without === "dashboard_reads") return t("dashboardWithoutReads");
    if (group === "") return t(`without.${groupBy}`);
    if (groupBy !== "pair") return label;
    const [source = "", target = ""] = group.split(">");
    return t("pair", {
      source: source === "" ? t("unknownLanguage") : languageName(source, locale),
      target: languageName(target, locale),
    });
  };
}
