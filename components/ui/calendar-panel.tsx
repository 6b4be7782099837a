"use client";

import type { RefObject } from "react";
import { DayPicker } from "react-day-picker";
import { type DateTimeFormatOptions, useTranslations } from "use-intl";
import { dayOf } from "@/lib/client/days";
import { AnchoredPopover } from "./anchored-popover";
import { useDateFormat } from "./date-format";
import { ChevronLeft, ChevronRight } from "./icons";
import { useTextDirection } from "./writing";

type CalendarPanelProps = {
  readonly anchor: RefObject<HTMLButtonElement | null>;
  /** A day such as `2026-11-21`, or empty. */
  readonly day: string;
  readonly onChoose: (day: string) => void;
  readonly onClose: () => void;
};

const DAY_BUTTON =
  "grid size-9 cursor-pointer place-items-center rounded-md text-sm tabular-nums hover:bg-hover focus-visible:outline-accent";
const NAV_BUTTON = "grid size-8 cursor-pointer place-items-center rounded-md text-muted hover:bg-hover hover:text-ink";

/** The calendar of a DateInput: one month, which keys move. */
export default function CalendarPanel({ anchor, day, onChoose, onClose }: CalendarPanelProps) {
  const t = useTranslations("ui");
  const direction = useTextDirection();
  const format = useDateFormat();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const write = (options: DateTimeFormatOptions) => (date: Date) => format.dateTime(date, { ...options, timeZone });
  const chosen = day ? new Date(`${day}T12:00:00`) : undefined;
  return (
    <AnchoredPopover anchor={anchor} open onOpenChange={onClose} label={t("chooseDay")} align="end" className="p-3">
      <DayPicker
        mode="single"
        required
        autoFocus
        dir={direction}
        weekStartsOn={firstDayOf(format.locale)}
        selected={chosen}
        defaultMonth={chosen}
        onSelect={(date) => onChoose(dayOf(date.toISOString()))}
        formatters={{
          formatCaption: write({ month: "long", year: "numeric" }),
          formatWeekdayName: write({ weekday: "short" }),
          formatDay: (date) => format.number(date.getDate()),
        }}
        labels={{
          labelNext: () => t("nextMonth"),
          labelPrevious: () => t("previousMonth"),
          labelNav: () => t("chooseMonth"),
          labelGrid: write({ month: "long", year: "numeric" }),
          labelWeekday: write({ weekday: "long" }),
          labelDayButton: write({ dateStyle: "full" }),
        }}
        components={{
          Chevron: ({ orientation }) =>
            orientation === "left" ? (
              <ChevronLeft className="size-4 rtl:rotate-180" />
            ) : (
              <ChevronRight className="size-4 rtl:rotate-180" />
            ),
        }}
        classNames={{
          months: "relative",
          month_caption: "flex h-8 items-center px-1 text-base font-medium",
          nav: "absolute end-0 top-0 flex gap-1",
          button_previous: NAV_BUTTON,
          button_next: NAV_BUTTON,
          month_grid: "mt-2 border-collapse",
          weekday: "size-9 text-xs font-medium text-muted",
          day: "p-0",
          day_button: DAY_BUTTON,
          today: "font-semibold text-accent",
          selected: "*:bg-accent *:text-on-accent *:hover:bg-accent",
        }}
      />
    </AnchoredPopover>
  );
}

/** 0 is Sunday. Firefox has no week information, so Monday is used there. */
function firstDayOf(locale: string): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  const localeInfo = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  return (((localeInfo.getWeekInfo?.() ?? localeInfo.weekInfo)?.firstDay ?? 1) % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6;
}
