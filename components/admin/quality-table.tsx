"use client";

import { useFormatter, useLocale, useTranslations } from "use-intl";
import { LanguagePair } from "@/components/language/language-pair";
import { Section } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ChartNoAxesColumn } from "@/components/ui/icons";
import { Table, Td, Th } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import type { QualityResult, QualityRow } from "@/lib/schemas/engines";
import { languageName } from "@/lib/text/languages";

/** The last measured quality of the engines for a test set. */
export function QualityTable({ result }: { result: QualityResult | null }) {
  const t = useTranslations("engines");
  const format = useFormatter();
  const locale = useLocale();
  const nameOf = (tag: string) => languageName(tag, locale);
  return (
    <Section
      title={t("quality")}
      description={
        result ? (
          <>
            {t("measured", { set: result.set, count: result.sentences })} <Time value={result.at} />
          </>
        ) : undefined
      }
    >
      {result ? (
        <Table caption={t("quality")}>
          <thead>
            <tr>
              <Th>{t("pair")}</Th>
              <Th>{t("engine")}</Th>
              <Th className="text-end!">chrF</Th>
              <Th className="text-end!">BLEU</Th>
              <Th className="text-end!">{t("wordsPerSecond")}</Th>
            </tr>
          </thead>
          <tbody>
            {byPair(result.rows).map(({ engine, source, target, route, chrF, bleu, wordsPerSecond }) => (
              <tr key={`${source} ${target} ${engine}`}>
                <Td className="whitespace-nowrap">
                  <LanguagePair source={nameOf(source)} target={nameOf(target)} />
                </Td>
                <Td className="whitespace-nowrap">
                  <code className="font-mono">{engine}</code>
                  {route.length > 2 ? (
                    <span className="ms-2 text-muted">{t("through", { language: nameOf(route[1] ?? "") })}</span>
                  ) : null}
                </Td>
                <Td className="tabular text-end">{format.number(chrF, ONE_DIGIT)}</Td>
                <Td className="tabular text-end">{format.number(bleu, ONE_DIGIT)}</Td>
                <Td className="tabular text-end">{format.number(wordsPerSecond)}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      ) : (
        <EmptyState icon={<ChartNoAxesColumn />} title={t("notMeasured")}>
          {t.rich("notMeasuredText", { command: () => <code dir="ltr">npm run quality</code> })}
        </EmptyState>
      )}
    </Section>
  );
}

const ONE_DIGIT = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** Groups engines by pair, best first. */
function byPair(rows: readonly QualityRow[]): QualityRow[] {
  const pairOf = ({ source, target }: QualityRow) => `${source} ${target}`;
  return [...rows].sort((a, b) => pairOf(a).localeCompare(pairOf(b)) || b.chrF - a.chrF);
}
