"use client";

import Link from "next/link";
import { useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { engineName } from "@/components/translator/engine-name";
import { Card, Section } from "@/components/ui/card";
import { cx } from "@/components/ui/cx";
import { Page } from "@/components/ui/page";
import { WaysToLanguage } from "./ways-to-language";

type Named = { readonly code: string; readonly name: string };
type PairQuality = { readonly quality: number; readonly engines: readonly string[] };

export type Grid = {
  readonly languages: readonly Named[];
  /** Qualities by `source target`. */
  readonly pairs: Readonly<Record<string, PairQuality>>;
  /** Languages that need a model that is not installed. */
  readonly further: readonly (Named & { readonly downloadBytes: number })[];
  /** Whether a model is downloaded when a request first needs it. */
  readonly onDemand: boolean;
};

/** Minimum chrF of each grade, with its colour. */
const GRADES = [
  { least: 55, name: "good", colour: "bg-accent", fill: "fill-accent" },
  { least: 45, name: "fair", colour: "bg-accent/60", fill: "fill-accent/60" },
  { least: 0, name: "basic", colour: "bg-accent/30", fill: "fill-accent/30" },
] as const;

const gradeOf = (quality: number) => GRADES.find(({ least }) => quality >= least)!;
const hrefOf = (source: string, target: string) => `/?source=${source}&target=${target}`;

type LanguagesPageProps = { readonly grid: Grid; readonly initial: string | undefined; readonly isAdmin: boolean };

/** The language pairs that this server translates, and those that models would add. */
export function LanguagesPage({ grid, initial, isAdmin }: LanguagesPageProps) {
  const t = useTranslations("grid");
  const { languages, pairs } = grid;
  const isKnown = languages.some(({ code }) => code === initial);
  const [chosen, choose] = useState(
    isKnown ? initial! : (languages.find(({ code }) => code === "en") ?? languages[0])?.code,
  );
  const name = languages.find(({ code }) => code === chosen)?.name ?? "";
  const count = Object.keys(pairs).length;
  return (
    <Page title={t("title")} description={t("description", { languages: languages.length, pairs: count })}>
      {chosen === undefined ? null : (
        <>
          <Matrix grid={grid} chosen={chosen} />
          <div className="flex flex-col gap-5">
            <ul className="flex flex-wrap gap-1.5" aria-label={t("choose")}>
              {languages.map(({ code, name: label }) => (
                <li key={code}>
                  <button
                    type="button"
                    aria-pressed={code === chosen}
                    onClick={() => choose(code)}
                    className="rounded-full border px-3 py-1 text-sm text-muted hover:bg-hover hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
                  >
                    {label}
                  </button>
                </li>
              ))}
            </ul>
            <div className="grid gap-5 lg:grid-cols-2">
              <Directions
                title={t("from", { language: name })}
                rows={languages.flatMap((one) => rowOf(one, pairs[`${chosen} ${one.code}`], hrefOf(chosen, one.code)))}
              />
              <Directions
                title={t("into", { language: name })}
                rows={languages.flatMap((one) => rowOf(one, pairs[`${one.code} ${chosen}`], hrefOf(one.code, chosen)))}
              />
            </div>
          </div>
        </>
      )}
      {grid.further.length > 0 ? <Further grid={grid} isAdmin={isAdmin} /> : null}
    </Page>
  );
}

type Row = Named & PairQuality & { readonly href: string };

function rowOf(language: Named, pair: PairQuality | undefined, href: string): Row[] {
  return pair ? [{ ...language, ...pair, href }] : [];
}

function Directions({ title, rows }: { title: string; rows: readonly Row[] }) {
  const t = useTranslations("grid");
  return (
    <Card>
      <h2 className="border-b px-4 py-3 text-base">{title}</h2>
      {rows.length === 0 ? <p className="px-4 py-3 text-sm text-muted">{t("none")}</p> : null}
      <ul>
        {[...rows]
          .sort((a, b) => b.quality - a.quality)
          .map(({ code, name, quality, engines, href }) => (
            <li key={code} className="flex h-9 items-center gap-3 border-b px-4 text-sm last:border-b-0">
              <Link href={href} className="min-w-0 grow truncate hover:text-accent-ink hover:underline">
                {name}
              </Link>
              <span className="truncate text-xs text-muted max-sm:hidden">{engines.map(engineName).join(" → ")}</span>
              <svg aria-hidden="true" className="h-1.5 w-20 shrink-0 rounded-full bg-hover">
                <rect width={`${quality}%`} height="100%" className={gradeOf(quality).fill} />
              </svg>
              <span className="tabular w-7 text-end" title={t(gradeOf(quality).name)}>
                {quality}
              </span>
            </li>
          ))}
      </ul>
    </Card>
  );
}

/** A picture of all pairs. The lists below it contain the same for keyboards and screen readers. */
function Matrix({ grid: { languages, pairs }, chosen }: { grid: Grid; chosen: string }) {
  const t = useTranslations("grid");
  return (
    <figure className="flex flex-col gap-3 max-lg:hidden">
      <table aria-hidden="true" dir="ltr" className="w-full table-fixed border-separate border-spacing-0.5">
        <tbody>
          {languages.map((source) => (
            <tr key={source.code}>
              <th className={cx("w-28 truncate pe-2 text-end text-xs font-normal", tone(source.code === chosen))}>
                {source.name}
              </th>
              {languages.map((target) => {
                const pair = pairs[`${source.code} ${target.code}`];
                const isOn = source.code === chosen || target.code === chosen;
                return (
                  <td key={target.code} className="h-4 p-0">
                    {pair ? (
                      <Link
                        tabIndex={-1}
                        prefetch={false}
                        href={hrefOf(source.code, target.code)}
                        title={`${source.name} → ${target.name}: ${pair.quality}`}
                        className={cx(
                          "block h-full rounded-xs hover:ring-2 hover:ring-ink",
                          gradeOf(pair.quality).colour,
                        )}
                      />
                    ) : (
                      <span className={cx("block h-full rounded-xs", isOn ? "bg-hover" : "bg-hover/50")} />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <figcaption className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        {GRADES.map(({ name, colour }) => (
          <span key={name} className="flex items-center gap-2">
            <span className={cx("size-3 rounded-xs", colour)} />
            {t(name)}
          </span>
        ))}
        <span>{t("measure")}</span>
      </figcaption>
    </figure>
  );
}

const tone = (isOn: boolean) => (isOn ? "text-ink" : "text-faint");

/** Languages that this server does not translate yet, and who can change that. */
function Further({ grid, isAdmin }: { grid: Grid; isAdmin: boolean }) {
  const t = useTranslations("grid");
  const format = useFormatter();
  return (
    <Section title={t("further")}>
      <p className="max-w-prose text-sm text-muted">
        {t(grid.onDemand ? "furtherOnUse" : isAdmin ? "furtherAdmin" : "furtherMember")}
      </p>
      <ul className="flex flex-wrap gap-1.5">
        {grid.further.map(({ code, name, downloadBytes }) => (
          <li key={code} className="rounded-full border border-dashed px-3 py-1 text-sm text-muted">
            {name}{" "}
            <span className="tabular text-faint">
              {t("size", { size: format.number(downloadBytes / 1e6, { maximumFractionDigits: 0 }) })}
            </span>
          </li>
        ))}
      </ul>
      {grid.onDemand ? null : (
        <div className="flex flex-wrap gap-2">
          <WaysToLanguage missing={{}} />
        </div>
      )}
    </Section>
  );
}
