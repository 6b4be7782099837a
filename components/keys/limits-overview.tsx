"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { Card, Section } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import { Table, Td, Th } from "@/components/ui/table";
import type { LimitsState } from "@/lib/client/keys";
import { TIERS } from "@/lib/vocabulary/accounts";
import { Countdown } from "./countdown";

const MIB = 1024 * 1024;

/** The tier, the remaining requests and the time when they are renewed, the number of keys, and how to get more. */
export function LimitsOverview({ limits }: { limits: LimitsState }) {
  const t = useTranslations("keys");
  const shell = useTranslations("shell");
  const format = useFormatter();
  const { hour } = limits;
  const hasMore = limits.tier !== TIERS.at(-1);
  return (
    <Section title={t("limits")}>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_2fr_1fr]">
        <Tile name={t("tier")} value={shell("tier", { tier: limits.tier })}>
          <p>{t("perText", { count: limits.limits.textCharacters })}</p>
          <p>{t("perFile", { size: format.number(limits.limits.fileBytes / MIB, { maximumFractionDigits: 1 }) })}</p>
        </Tile>
        <Tile
          name={t("leftThisHour")}
          value={hour.limit === null ? t("unlimited") : t("leftOf", { left: hour.remaining ?? 0, limit: hour.limit })}
          className="sm:col-span-2 sm:row-start-1 lg:col-span-1 lg:col-start-2"
        >
          {hour.limit === null ? null : (
            <Progress
              label={t("leftThisHour")}
              percent={hour.limit === 0 ? 0 : ((hour.remaining ?? 0) / hour.limit) * 100}
              valueText={t("leftOf", { left: hour.remaining ?? 0, limit: hour.limit })}
            />
          )}
          {hour.resetAt && hour.fullAt && hour.limit !== null ? (
            <dl className="flex flex-wrap gap-x-6 gap-y-1">
              {hour.remaining === 0 ? (
                <div className="flex gap-1.5">
                  <dt>{t("nextReturns")}</dt>
                  <dd className="text-ink">
                    <Countdown until={hour.resetAt} done={t("now")} />
                  </dd>
                </div>
              ) : null}
              <div className="flex gap-1.5">
                <dt>{t("allReturns")}</dt>
                <dd className="text-ink">
                  <Countdown until={hour.fullAt} done={t("now")} />
                </dd>
              </div>
            </dl>
          ) : hour.limit === null ? null : (
            <p>{t("nothingUsed")}</p>
          )}
        </Tile>
        <Tile name={t("activeKeys")} value={t("keysOf", { count: limits.activeKeys, limit: limits.limits.activeKeys })}>
          <Progress
            label={t("activeKeys")}
            percent={
              limits.limits.activeKeys === 0 ? 100 : Math.min(100, (limits.activeKeys / limits.limits.activeKeys) * 100)
            }
            valueText={t("keysOf", { count: limits.activeKeys, limit: limits.limits.activeKeys })}
          />
        </Tile>
      </div>
      <details className="group">
        <summary className="w-fit rounded-sm text-sm font-medium text-accent-ink hover:underline">
          {t(hasMore ? "getMore" : "tiers")}
        </summary>
        <div className="mt-4 flex flex-col gap-4">
          {hasMore ? <Contacts administrators={limits.administrators} /> : null}
          <TierTable limits={limits} />
          <p className="text-sm text-muted">
            {t.rich("limitsInDocs", {
              link: (text) => (
                <Link href="/docs" className="text-accent-ink underline">
                  {text}
                </Link>
              ),
            })}
          </p>
        </div>
      </details>
    </Section>
  );
}

function Contacts({ administrators }: Pick<LimitsState, "administrators">) {
  const t = useTranslations("keys");
  return (
    <p className="max-w-prose text-sm text-muted">
      {administrators.length > 0 ? t("getMoreText") : t("getMoreNobody")}{" "}
      {administrators.map((address, index) => (
        <span key={address}>
          {index > 0 ? ", " : null}
          <a href={`mailto:${address}`} className="text-accent-ink underline" dir="ltr">
            {address}
          </a>
        </span>
      ))}
    </p>
  );
}

function TierTable({ limits }: { limits: LimitsState }) {
  const t = useTranslations("keys");
  const shell = useTranslations("shell");
  const format = useFormatter();
  return (
    <Table caption={t("tiers")}>
      <thead>
        <tr>
          <Th>{t("tier")}</Th>
          <Th>{t("columnHour")}</Th>
          <Th>{t("columnText")}</Th>
          <Th>{t("columnFile")}</Th>
          <Th>{t("columnKeys")}</Th>
        </tr>
      </thead>
      <tbody>
        {limits.tiers.map(({ tier, limits: given }) => (
          <tr key={tier} className={tier === limits.tier ? "bg-accent-soft" : undefined}>
            <Td>
              {shell("tier", { tier })}{" "}
              {tier === limits.tier ? <span className="text-accent-ink">({t("yours")})</span> : null}
            </Td>
            <Td className="tabular">
              {given.requestsPerHour === null ? t("unlimited") : format.number(given.requestsPerHour)}
            </Td>
            <Td className="tabular">{format.number(given.textCharacters)}</Td>
            <Td className="tabular">
              {t("megabytes", { size: format.number(given.fileBytes / MIB, { maximumFractionDigits: 1 }) })}
            </Td>
            <Td className="tabular">{format.number(given.activeKeys)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

type TileProps = { name: string; value: string; className?: string; children?: ReactNode };

function Tile({ name, value, className, children }: TileProps) {
  return (
    <Card className={className}>
      <div className="flex h-full flex-col gap-2 p-4">
        <h3 className="text-sm font-normal text-muted">{name}</h3>
        <p className="tabular text-xl">{value}</p>
        <div className="mt-auto flex flex-col gap-2 text-sm text-muted">{children}</div>
      </div>
    </Card>
  );
}
