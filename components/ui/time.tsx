"use client";

import { useSyncExternalStore } from "react";
import { useFormatter } from "use-intl";

type TimeProps = {
  /** RFC 3339. */
  readonly value: string;
  /** `relative` is “3 hours ago”, with the exact time as a tip. */
  readonly show?: "date" | "dateTime" | "relative";
  readonly className?: string;
};

const FORMATS = {
  date: { dateStyle: "medium" },
  dateTime: { dateStyle: "medium", timeStyle: "short" },
} as const;

/** A moment in the reader's own time zone; in UTC until the page has come alive, for the server cannot know the zone. */
export function Time({ value, show = "dateTime", className }: TimeProps) {
  const format = useFormatter();
  const now = useSyncExternalStore(everyMinute, minute, () => null);
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

/** What has just happened is never said to lie ahead, however the clocks differ. */
function reference(time: number, now: number): number {
  return time - now > 60_000 ? now : Math.max(now, time);
}

function minute(): number {
  return Math.floor(Date.now() / 60_000) * 60_000;
}

function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, 30_000);
  return () => clearInterval(timer);
}
