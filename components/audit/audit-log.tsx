"use client";

import { Download, ScrollText } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { buttonClass } from "@/components/ui/button";
import { Section } from "@/components/ui/card";
import { DateInput } from "@/components/ui/date-input";
import { EmptyState } from "@/components/ui/empty-state";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { LoadMore } from "@/components/ui/pagination";
import { Select } from "@/components/ui/select";
import { Table, Td, Th } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import {
  type AuditFilter,
  type AuditPage,
  type AuditScope,
  auditFile,
  NO_AUDIT_FILTER,
  useAudit,
} from "@/lib/client/audit";
import { AUDIT_ACTIONS, type AuditAction } from "@/lib/vocabulary/audit-actions";

type AuditLogProps = {
  readonly scope: AuditScope;
  /** The first page without filters. */
  readonly entries: AuditPage;
};

type Entry = AuditPage["entries"][number];

/** The audit log with filters and downloads. */
export function AuditLog({ scope, entries: first }: AuditLogProps) {
  const t = useTranslations("audit");
  const [filter, setFilter] = useState(NO_AUDIT_FILTER);
  const log = useAudit(scope, filter, first);
  const shown = log.data?.pages.flatMap((page) => page.entries) ?? [];
  const isFiltered = filter !== NO_AUDIT_FILTER;
  return (
    <Section
      title={t("title")}
      description={t(scope === "server" ? "serverText" : "text")}
      actions={
        first.entries.length > 0 ? (
          <>
            <a href={auditFile(scope, filter, "csv")} download className={buttonClass()}>
              <Download aria-hidden="true" />
              {t("download")}
            </a>
            <a href={auditFile(scope, filter, "json")} download className={buttonClass()}>
              <Download aria-hidden="true" />
              {t("downloadJson")}
            </a>
          </>
        ) : null
      }
    >
      {first.entries.length > 0 ? <Filters filter={filter} onChange={setFilter} /> : null}
      {log.error ? <Failure error={log.error} title={t("failed")} onRetry={() => void log.refetch()} /> : null}
      {log.isSuccess && shown.length === 0 ? (
        <EmptyState icon={<ScrollText />} title={t(isFiltered ? "noMatchTitle" : "emptyTitle")}>
          {t(isFiltered ? "noMatchText" : "emptyText")}
        </EmptyState>
      ) : null}
      {shown.length > 0 ? (
        <>
          <Table caption={t("list")}>
            <thead>
              <tr>
                <Th>{t("when")}</Th>
                <Th>{t("who")}</Th>
                <Th>{t("what")}</Th>
                <Th>{t("where")}</Th>
              </tr>
            </thead>
            <tbody>
              {shown.map((entry) => (
                <Row key={entry.id} entry={entry} />
              ))}
            </tbody>
          </Table>
          <LoadMore
            shown={shown.length}
            hasMore={log.hasNextPage}
            pending={log.isFetchingNextPage}
            onMore={() => void log.fetchNextPage()}
          />
        </>
      ) : null}
    </Section>
  );
}

function Filters({ filter, onChange }: { filter: AuditFilter; onChange: (filter: AuditFilter) => void }) {
  const t = useTranslations("audit");
  return (
    <div className="flex flex-wrap items-end gap-4">
      <Field label={t("action")}>
        <Select
          className="w-64 max-w-full"
          value={filter.action}
          onChange={(event) => onChange({ ...filter, action: event.target.value as AuditAction | "" })}
        >
          <option value="">{t("allActions")}</option>
          {AUDIT_ACTIONS.map((action) => (
            <option key={action} value={action}>
              {t(`actions.${action}`)}
            </option>
          ))}
        </Select>
      </Field>
      {(["from", "to"] as const).map((end) => (
        <Field key={end} label={t(end)}>
          <DateInput className="w-40" value={filter[end]} onChange={(day) => onChange({ ...filter, [end]: day })} />
        </Field>
      ))}
    </div>
  );
}

function Row({ entry }: { entry: Entry }) {
  const t = useTranslations("audit");
  const { actor, target, details, address, userAgent } = entry;
  const about = target ? (target.name ?? target.id) : null;
  return (
    <tr>
      <Td className="whitespace-nowrap">
        <Time value={entry.at} />
      </Td>
      <Td>
        <bdi>{actor.type === "system" ? t("commandLine") : (actor.name ?? t("somebody"))}</bdi>
      </Td>
      <Td className="min-w-64">
        <span className="flex flex-col">
          {t(`actions.${entry.action}`)}
          {about ? <bdi className="break-all text-muted">{about}</bdi> : null}
          {Object.keys(details).length > 0 ? (
            <code dir="ltr" className="font-mono text-xs wrap-anywhere text-muted">
              {Object.entries(details)
                .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(", ") : String(value)}`)
                .join(" · ")}
            </code>
          ) : null}
        </span>
      </Td>
      <Td title={userAgent ?? undefined}>{address ? <code dir="ltr">{address}</code> : t("commandLine")}</Td>
    </tr>
  );
}
