"use client";

import { lazy, Suspense, useState } from "react";
import { useFormatter, useLocale, useTranslations } from "use-intl";
import { LanguagePair } from "@/components/language/language-pair";
import { Button, IconButton } from "@/components/ui/button";
import { Section } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Failure } from "@/components/ui/failure";
import { ChartNoAxesColumn, Pencil } from "@/components/ui/icons";
import { Menu, MenuItem } from "@/components/ui/menu";
import { Table, Td, Th } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import type { Engine } from "@/lib/client/admin";
import { useChangeQuality, useQualities } from "@/lib/client/engines";
import type { EngineQualityList } from "@/lib/schemas/engines";
import { languageName } from "@/lib/text/languages";
import type { PairOfEngine } from "./quality-dialog";

const QualityDialog = lazy(() => import("./quality-dialog"));

type QualityTableProps = { readonly qualities: EngineQualityList; readonly engines: readonly Engine[] };

/** Scores of the engines by language pair, and the quality used to choose them. */
export function QualityTable({ qualities: first, engines }: QualityTableProps) {
  const t = useTranslations("engines");
  const format = useFormatter();
  const locale = useLocale();
  const qualities = useQualities(first);
  const change = useChangeQuality();
  const [changed, setChanged] = useState<PairOfEngine | null>(null);
  const nameOf = (tag: string) => languageName(tag, locale);
  const { result, measuring } = qualities.data;
  const pairs = pairsOf(qualities.data);
  const measure = (
    <Menu trigger={<Button pending={measuring.length > 0 || change.isPending}>{t("measure")}</Button>}>
      {engines.map(({ id }) => (
        <MenuItem key={id} onSelect={() => change.mutate({ engine: id })}>
          <code className="font-mono">{id}</code>
        </MenuItem>
      ))}
    </Menu>
  );
  return (
    <Section
      title={t("quality")}
      actions={engines.length > 0 ? measure : undefined}
      description={
        <>
          {result ? (
            <span className="block">
              {t("measured", { set: result.set, count: result.sentences })} <Time value={result.at} />
            </span>
          ) : null}
          {t("measureText")}
        </>
      }
    >
      <Failure error={change.error} className="mb-4" />
      <p role="status" className="sr-only">
        {measuring.length > 0 ? t("measuring", { engine: measuring.join(", ") }) : ""}
      </p>
      {pairs.length > 0 ? (
        <Table caption={t("quality")}>
          <thead>
            <tr>
              <Th>{t("pair")}</Th>
              <Th>{t("engine")}</Th>
              <Th className="text-end!">chrF</Th>
              <Th className="text-end!">BLEU</Th>
              <Th className="text-end!">{t("wordsPerSecond")}</Th>
              <Th className="text-end!">{t("usedQuality")}</Th>
            </tr>
          </thead>
          <tbody>
            {pairs.map((pair) => {
              const { engine, source, target, row, used } = pair;
              const name = `${nameOf(source)} → ${nameOf(target)}, ${engine}`;
              return (
                <tr key={`${source} ${target} ${engine}`}>
                  <Td className="whitespace-nowrap">
                    <LanguagePair source={nameOf(source)} target={nameOf(target)} />
                  </Td>
                  <Td className="whitespace-nowrap">
                    <code className="font-mono">{engine}</code>
                    {row && row.route.length > 2 ? (
                      <span className="ms-2 text-muted">{t("through", { language: nameOf(row.route[1] ?? "") })}</span>
                    ) : null}
                  </Td>
                  <Td className="tabular text-end">{row ? format.number(row.chrF, ONE_DIGIT) : "–"}</Td>
                  <Td className="tabular text-end">{row ? format.number(row.bleu, ONE_DIGIT) : "–"}</Td>
                  <Td className="tabular text-end">{row ? format.number(row.wordsPerSecond) : "–"}</Td>
                  <Td className="text-end whitespace-nowrap">
                    {used ? <span className="tabular">{format.number(used.quality, ONE_DIGIT)} </span> : null}
                    <span className="text-muted">{t(`origins.${used?.origin ?? "estimated"}`)}</span>
                    <IconButton
                      icon={Pencil}
                      size="sm"
                      label={t("changeQuality", { name })}
                      onClick={() => setChanged(pair)}
                    />
                  </Td>
                </tr>
              );
            })}
          </tbody>
        </Table>
      ) : (
        <EmptyState icon={<ChartNoAxesColumn />} title={t("notMeasured")}>
          {t.rich("notMeasuredText", { command: () => <code dir="ltr">npm run quality</code> })}
        </EmptyState>
      )}
      <Suspense fallback={null}>
        {changed ? <QualityDialog pair={changed} nameOf={nameOf} onClose={() => setChanged(null)} /> : null}
      </Suspense>
    </Section>
  );
}

const ONE_DIGIT = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** Engines by pair, best first. Those without a measurement are last. */
function pairsOf({ result, qualities }: EngineQualityList): PairOfEngine[] {
  const pairs = new Map<string, PairOfEngine>();
  const keyOf = ({ engine, source, target }: PairOfEngine) => `${source} ${target} ${engine}`;
  for (const row of result?.rows ?? []) pairs.set(keyOf(row), { ...row, row });
  for (const used of qualities) pairs.set(keyOf(used), { ...used, row: pairs.get(keyOf(used))?.row, used });
  const pairOf = ({ source, target }: PairOfEngine) => `${source} ${target}`;
  return [...pairs.values()].sort(
    (a, b) => pairOf(a).localeCompare(pairOf(b)) || (b.row?.chrF ?? -1) - (a.row?.chrF ?? -1),
  );
}
