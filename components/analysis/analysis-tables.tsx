"use client";

import { useState } from "react";
import { useFormatter, useLocale, useTranslations } from "use-intl";
import { Section } from "@/components/ui/card";
import { Segmented } from "@/components/ui/segmented";
import { Table, Td, Th } from "@/components/ui/table";
import type { Analysis, Volume } from "@/lib/schemas/analysis";
import { languageName } from "@/lib/text/languages";
import { bandsOf, type Phase } from "./bands";

type Counted = Pick<Analysis["languages"][number], Phase>;
type AnalysisTablesProps = { readonly analysis: Analysis; readonly phase: Phase };

/** One language by band and document; several languages next to each other. */
export function AnalysisTables({ analysis, phase }: AnalysisTablesProps) {
  const t = useTranslations("analysis");
  const locale = useLocale();
  const { currency, languages } = analysis;
  const [only, ...others] = languages;
  if (!only) return null;
  if (others.length > 0)
    return (
      <Matrix
        caption={t("byLanguage")}
        head={t("language")}
        rows={languages.map((one) => ({ id: one.language, name: languageName(one.language, locale), counted: one }))}
        phase={phase}
        currency={currency}
      />
    );
  return (
    <>
      <Bands caption={t("byBand")} counted={only} phase={phase} currency={currency} />
      {only.documents.length > 1 ? (
        <Section title={t("byDocument")}>
          <Matrix
            caption={t("byDocument")}
            head={t("document")}
            rows={only.documents.map((one) => ({ id: one.documentId, name: one.path, counted: one }))}
            phase={phase}
            currency={currency}
          />
        </Section>
      ) : null}
    </>
  );
}

type BandsProps = {
  readonly caption: string;
  readonly counted: Counted;
  readonly phase: Phase;
  readonly currency: string | null;
};

const NUMBER = "tabular text-end";

function Bands({ caption, counted, phase, currency }: BandsProps) {
  const t = useTranslations("analysis");
  const format = useFormatter();
  const cost = useCost(currency);
  const cells = ({ segments, words, characters, ...volume }: Volume) => (
    <>
      {[segments, words, characters].map((count, index) => (
        <Td key={["segments", "words", "characters"][index]} className={NUMBER}>
          {format.number(count)}
        </Td>
      ))}
      {currency ? <Td className={NUMBER}>{cost(volume.cost)}</Td> : null}
    </>
  );
  return (
    <Table caption={caption}>
      <thead>
        <tr>
          <Th>{t("band")}</Th>
          {(["segments", "words", "characters"] as const).map((measure) => (
            <Th key={measure} className="text-end!">
              {t(`measures.${measure}`)}
            </Th>
          ))}
          {currency ? <Th className="text-end!">{t("measures.cost")}</Th> : null}
        </tr>
      </thead>
      <tbody>
        {bandsOf(counted, phase).map(({ band, volume }) => (
          <tr key={band} className={volume.segments === 0 ? "text-muted" : undefined}>
            <Td>{t(phase === "after" && band === "new" ? "bands.people" : `bands.${band}`)}</Td>
            {cells(volume)}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="font-medium [&>td]:border-t">
          <Td>{t("total")}</Td>
          {cells(counted[phase].total)}
        </tr>
      </tfoot>
    </Table>
  );
}

type MatrixProps = {
  readonly caption: string;
  /** Heading of the first column. */
  readonly head: string;
  readonly rows: readonly { readonly id: string; readonly name: string; readonly counted: Counted }[];
  readonly phase: Phase;
  readonly currency: string | null;
};

const MEASURES = ["words", "segments", "characters", "cost"] as const;

/** A row per language or document and a column per band, in one unit. */
function Matrix({ caption, head, rows, phase, currency }: MatrixProps) {
  const t = useTranslations("analysis");
  const format = useFormatter();
  const cost = useCost(currency);
  const [measure, setMeasure] = useState<(typeof MEASURES)[number]>("words");
  const shown = measure === "cost" && !currency ? "words" : measure;
  const value = (volume: Volume) => (shown === "cost" ? cost(volume.cost) : format.number(volume[shown]));
  return (
    <div className="flex flex-col items-start gap-3">
      <Segmented
        label={t("measure")}
        value={shown}
        onValueChange={setMeasure}
        options={MEASURES.filter((one) => one !== "cost" || currency).map((one) => ({
          value: one,
          label: t(`measures.${one}`),
        }))}
      />
      <Table caption={caption} className="w-full">
        <thead>
          <tr>
            <Th>{head}</Th>
            {bandsOf(rows[0]!.counted, phase).map(({ band }) => (
              <Th key={band} className="text-end!">
                {t(phase === "after" && band === "new" ? "short.people" : `short.${band}`)}
              </Th>
            ))}
            <Th className="text-end!">{t("total")}</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, counted }) => (
            <tr key={id}>
              <Td className="max-w-72 min-w-36">
                <bdi className="block truncate font-medium" title={name}>
                  {name}
                </bdi>
              </Td>
              {bandsOf(counted, phase).map(({ band, volume }) => (
                <Td key={band} className={`${NUMBER} ${volume.segments === 0 ? "text-muted" : ""}`}>
                  {value(volume)}
                </Td>
              ))}
              <Td className={`${NUMBER} font-medium`}>{value(counted[phase].total)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

/** Writes an amount of money in the reader's language. */
function useCost(currency: string | null) {
  const format = useFormatter();
  return (amount: number | null) =>
    amount === null || !currency ? "" : format.number(amount, { style: "currency", currency });
}
