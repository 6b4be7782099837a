import type { UsageQuery } from "@/lib/client/usage";

const DAY_MS = 86_400_000;

/** Ranges: number of days up to today, and the period of a bar. */
export const RANGES = {
  day: { days: 2, bucket: "hour" },
  week: { days: 7, bucket: "day" },
  month: { days: 30, bucket: "day" },
  quarter: { days: 90, bucket: "day" },
} as const satisfies Record<string, { days: number; bucket: "hour" | "day" }>;

export type RangeName = keyof typeof RANGES | "custom";

/** Maximum number of days with hourly data. */
const MAX_HOURLY_DAYS = 7;

/** The days of a range that ends today, in UTC as on the server. */
export function presetRange(
  name: keyof typeof RANGES,
  now: number,
): Required<Pick<UsageQuery, "from" | "to" | "bucket">> {
  const { days, bucket } = RANGES[name];
  return { from: dayOf(now - (days - 1) * DAY_MS), to: dayOf(now), bucket };
}

/** A custom range; null if it is reversed or longer than a year. A range of a few days is shown by the hour. */
export function customRange(from: string, to: string): Required<Pick<UsageQuery, "from" | "to" | "bucket">> | null {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (!(days >= 1 && days <= 366)) return null;
  return { from, to, bucket: days < MAX_HOURLY_DAYS ? "hour" : "day" };
}

/** Start of every hour or day of a range, including those without usage. */
export function bucketsOf({ from, to, bucket }: { from: string; to: string; bucket: "hour" | "day" }): string[] {
  const step = bucket === "hour" ? 3_600_000 : DAY_MS;
  const starts: string[] = [];
  for (let at = Date.parse(from); at < Date.parse(to) + DAY_MS; at += step) starts.push(new Date(at).toISOString());
  return starts;
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
