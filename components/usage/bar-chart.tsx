"use client";

import { useFormatter, useTranslations } from "use-intl";
import { cx } from "@/components/ui/cx";
import { useDateFormat } from "@/components/ui/date-format";
import { Table, Td, Th } from "@/components/ui/table";
import { useTextDirection } from "@/components/ui/writing";

export type Bar = { readonly at: string; readonly value: number };

type BarChartProps = {
  /** What is counted, the heading of the values. */
  readonly name: string;
  readonly bars: readonly Bar[];
  readonly bucket: "hour" | "day";
};

const HEIGHT = 180;
/** Height of the labels below the bars. */
const LABELS = 22;
const MAX_LABELS = 6;

/**
 * A bar per hour or day, oldest first, and the same data as a table. Drawn as SVG, because the content security policy
 * blocks style attributes, but not size attributes.
 */
export function BarChart({ name, bars, bucket }: BarChartProps) {
  const t = useTranslations("usage");
  const format = useFormatter();
  const dates = useDateFormat();
  const most = Math.max(...bars.map((bar) => bar.value), 1);
  const top = niceCeiling(most);
  const when = (at: string) =>
    dates.dateTime(
      new Date(at),
      bucket === "hour" ? { dateStyle: "medium", timeStyle: "short" } : { dateStyle: "medium" },
    );
  const tick = (at: string) =>
    dates.dateTime(
      new Date(at),
      bucket === "hour" ? { day: "numeric", month: "short", hour: "numeric" } : { day: "numeric", month: "short" },
    );
  const step = Math.max(1, Math.ceil(bars.length / MAX_LABELS));
  const peak = bars.reduce((best, bar) => (bar.value > best.value ? bar : best), bars[0] ?? { at: "", value: 0 });
  const width = 100 / Math.max(bars.length, 1);
  const isRtl = useTextDirection() === "rtl";
  /** Left offset in percent, mirrored if the direction is right to left. */
  const left = (start: number, wide: number) => `${isRtl ? 100 - start - wide : start}%`;

  return (
    <div className="flex flex-col gap-3">
      <figure className="flex flex-col gap-1">
        <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
          <div aria-hidden="true" className="tabular flex flex-col justify-between pb-5.5 text-end text-xs text-faint">
            <span>{format.number(top, { notation: "compact" })}</span>
            <span>{format.number(top / 2, { notation: "compact" })}</span>
            <span>0</span>
          </div>
          <svg
            role="img"
            aria-label={t("chartSays", {
              name,
              count: bars.length,
              most: peak.value,
              when: peak.at ? when(peak.at) : "",
            })}
            className="block w-full overflow-visible"
            height={HEIGHT + LABELS}
          >
            {[0, 0.5, 1].map((share) => (
              <line
                key={share}
                x1="0"
                x2="100%"
                y1={0.5 + share * (HEIGHT - 1)}
                y2={0.5 + share * (HEIGHT - 1)}
                className="stroke-line"
              />
            ))}
            {bars.map((bar, index) => {
              const height = bar.value === 0 ? 0 : Math.max(2, (bar.value / top) * HEIGHT);
              return (
                <g key={bar.at} className="group">
                  <title>{t("barSays", { when: when(bar.at), value: bar.value })}</title>
                  <rect
                    x={left(index * width, width)}
                    y="0"
                    width={`${width}%`}
                    height={HEIGHT}
                    className="fill-transparent group-hover:fill-hover"
                  />
                  <rect
                    x={left((index + 0.12) * width, width * 0.76)}
                    y={HEIGHT - height}
                    width={`${width * 0.76}%`}
                    height={height}
                    rx="1.5"
                    className="fill-series-1"
                  />
                </g>
              );
            })}
            {bars.map((bar, index) =>
              index % step === 0 ? (
                <text
                  key={bar.at}
                  x={left(index * width, 0)}
                  y={HEIGHT + LABELS - 4}
                  className={cx("fill-faint text-xs", (index / step) % 2 === 1 && "hidden sm:inline")}
                >
                  {tick(bar.at)}
                </text>
              ) : null,
            )}
          </svg>
        </div>
      </figure>
      <details>
        <summary className="w-fit rounded-sm text-sm text-accent-ink hover:underline">{t("asTable")}</summary>
        <Table caption={name} className="mt-3 max-h-80 overflow-y-auto">
          <thead>
            <tr>
              <Th>{t(bucket)}</Th>
              <Th className="text-end!">{name}</Th>
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.at}>
                <Td>{when(bar.at)}</Td>
                <Td className="tabular text-end">{format.number(bar.value)}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </details>
    </div>
  );
}

/** The smallest even number from `value` on that is 1, 2, 4, 6, 8 or 10 times a power of ten. */
function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  const factor = [1, 2, 4, 6, 8, 10].find((each) => each * power >= value) ?? 10;
  return Math.max(2, factor * power);
}
