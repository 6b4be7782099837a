"use client";

import { useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { buttonClass } from "@/components/ui/button";
import { Section } from "@/components/ui/card";
import { DateInput } from "@/components/ui/date-input";
import { EmptyState } from "@/components/ui/empty-state";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { Download, ScrollText } from "@/components/ui/icons";
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
import { SERVICE_NAMES, type ServiceKind } from "@/lib/schemas/service-fields";
import { languageName } from "@/lib/text/languages";
import { SYSTEM_ACTORS } from "@/lib/vocabulary/accounts";
import { AUDIT_ACTION_GROUPS, type AuditActionGroup } from "@/lib/vocabulary/audit-actions";
import { languagesOfPair, useDetails } from "./use-details";

type AuditLogProps = {
  readonly scope: AuditScope;
  /** The first page, unfiltered. */
  readonly entries: AuditPage;
};

const GROUPS = Object.keys(AUDIT_ACTION_GROUPS) as AuditActionGroup[];

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
      {first.entries.length > 0 ? <Filters scope={scope} filter={filter} onChange={setFilter} /> : null}
      <Failure error={log.error} title={t("failed")} onRetry={() => void log.refetch()} />
      {log.isSuccess && shown.length === 0 ? (
        <EmptyState icon={<ScrollText />} title={t(isFiltered ? "noMatchTitle" : "emptyTitle")}>
          {t(isFiltered ? "noMatchText" : "emptyText")}
        </EmptyState>
      ) : null}
      {shown.length > 0 ? (
        <>
          <Table stacks caption={t("list")}>
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
          <LoadMore list={log} shown={shown.length} />
        </>
      ) : null}
    </Section>
  );
}

type FiltersProps = {
  readonly scope: AuditScope;
  readonly filter: AuditFilter;
  readonly onChange: (filter: AuditFilter) => void;
};

function Filters({ scope, filter, onChange }: FiltersProps) {
  const t = useTranslations("audit");
  // The log of a workspace has no actions of administrators on the whole server.
  const groups = GROUPS.filter((group) => scope === "server" || group !== "administration");
  return (
    <div className="flex flex-wrap items-end gap-4">
      <Field label={t("action")}>
        <Select
          className="w-64 max-w-full"
          value={filter.action}
          onValueChange={(action) => onChange({ ...filter, action })}
        >
          <option value="">{t("allActions")}</option>
          {groups.map((group) => (
            <optgroup key={group} label={t(`groups.${group}`)}>
              {AUDIT_ACTION_GROUPS[group].map((action) => (
                <option key={action} value={action}>
                  {t(`actions.${action}`)}
                </option>
              ))}
            </optgroup>
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
  const target = useTarget();
  const facts = useDetails()(entry.details);
  const about = target(entry);
  return (
    <tr>
      <Td className="whitespace-nowrap">
        <Time value={entry.at} />
      </Td>
      <Td>
        <Actor actor={entry.actor} />
      </Td>
      <Td className="min-w-64 basis-full">
        <span className="flex flex-col gap-0.5">
          {t(`actions.${entry.action}`)}
          {about ? (
            // The block has the direction of the page, the name its own.
            <span className="wrap-anywhere text-muted">
              <bdi>{about}</bdi>
            </span>
          ) : null}
        </span>
        {facts.length > 0 ? (
          <dl className="mt-0.5 flex flex-wrap gap-x-4 gap-y-0.5 text-xs">
            {facts.map(({ name, value }) => (
              <div key={name} className="flex flex-wrap gap-x-1.5">
                <dt className="text-muted">{name}</dt>
                <dd className="wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
        ) : null}
      </Td>
      <Td title={entry.userAgent ?? undefined} className={entry.address ? undefined : "@max-2xl:hidden"}>
        {entry.address ? <code dir="ltr">{entry.address}</code> : "–"}
      </Td>
    </tr>
  );
}

function Actor({ actor }: { actor: Entry["actor"] }) {
  const t = useTranslations("audit");
  if (actor.type === "system") return t(actor.name === SYSTEM_ACTORS.provider ? "identityProvider" : "commandLine");
  if (actor.name === null) return t("somebody");
  return <bdi>{actor.type === "key" ? t("keyActor", { name: actor.name }) : actor.name}</bdi>;
}

/** The name of the changed object, in words if the log has a code; null without a name. */
function useTarget(): (entry: Entry) => string | null {
  const t = useTranslations("audit");
  const admin = useTranslations("admin");
  const locale = useLocale();
  return ({ action, target }) => {
    const name = target?.name ?? null;
    if (name === null) return null;
    if (action.startsWith("service.")) return SERVICE_NAMES[name as ServiceKind] ?? name;
    if (action === "models.removed") {
      const [source, goal] = languagesOfPair(name);
      return t("pair", { source: languageName(source, locale), target: languageName(goal, locale) });
    }
    const job = `jobTypes.${name}` as "jobTypes.file";
    return action.startsWith("job.") && admin.has(job) ? admin(job) : name;
  };
}
