"use client";

import { useDateFormat } from "./date-format";
import { useMinute } from "./use-minute";

type TimeProps = {
  /** RFC 3339. */
  readonly value: string;
  /** `relative` is “3 hours ago”, with the exact time as a tooltip. */
  readonly show?: "date" | "dateTime" | "relative";
  readonly className?: string;
};

const FORMATS = {
  date: { dateStyle: "medium" },
  dateTime: { dateStyle: "medium", timeStyle: "short" },
} as const;

/** A time in the reader's time zone. Before hydration in UTC, because the server does not know the zone. */
export function Time({ value, show = "dateTime", className }: TimeProps) {
  const format = useDateFormat();
  const now = useMinute();
  const date = new Date(value);
  const timeZone = now === null ? "UTC" : Intl.DateTimeFormat().resolvedOptions().timeZone;
  const exact = format.dateTime(date, { ...FORMATS[show === "date" ? "date" : "dateTime"], timeZone });
  const text = show === "relative" && now !== null ? format.relativeTime(date, reference(date.getTime(), now)) : exact;
  return (
    <time dateTime={value} title={text === exact ? undefined : exact} className={className}>
      {text}
    </time>
  );
}

/** Future times become now, because clocks may differ. */
function reference(time: number, now: number): number {
  return time - now > 60_000 ? now : Math.max(now, time);
}
