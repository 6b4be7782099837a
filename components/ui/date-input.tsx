"use client";

import { lazy, Suspense, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { cx } from "./cx";
import { useDateFormat } from "./date-format";
import { dayHint, dayIn, writeDay } from "./day-text";
import { useFieldProps } from "./field";
import { CalendarDays } from "./icons";
import { Input } from "./input";
import { useLayer } from "./use-layer";

const CalendarPanel = lazy(() => import("./calendar-panel"));

type DateInputProps = {
  /** Name of the value in a form: a day such as `2026-11-21`, empty, or the typed text if it is not a day. */
  readonly name?: string;
  /** A day or empty, if the parent holds the value. */
  readonly value?: string;
  readonly defaultValue?: string;
  /** Called with a day, or with an empty text if there is none or it is incomplete. */
  readonly onChange?: (day: string) => void;
  readonly className?: string;
};

/** A day, typed or chosen from a calendar. In the interface's language, unlike the browser's own field. */
export function DateInput({ name, value, defaultValue = "", onChange, className }: DateInputProps) {
  const t = useTranslations("ui");
  const { locale } = useDateFormat();
  const button = useRef<HTMLButtonElement>(null);
  const field = useFieldProps<{ id?: string }>({});
  const [isOpen, open, close] = useLayer<true>();
  const [own, setOwn] = useState(defaultValue);
  /** The typed text, and the day that it represents. */
  const [typed, setTyped] = useState<{ text: string; day: string } | null>(null);
  const day = value ?? own;
  const text = typed?.day === day ? typed.text : writeDay(day, locale);
  const change = (next: string, as: string | null) => {
    setTyped(as === null ? null : { text: as, day: next });
    setOwn(next);
    if (next !== day) onChange?.(next);
  };
  const isWrong = text.trim() !== "" && day === "";
  return (
    <div className={cx("relative", className)}>
      <Input
        value={text}
        onChange={(event) => change(dayIn(event.target.value, locale) ?? "", event.target.value)}
        onBlur={() => {
          if (!isWrong) setTyped(null);
        }}
        placeholder={dayHint(locale, (part) => t(`dateLetters.${part}`))}
        autoComplete="off"
        maxLength={24}
        className="pe-9"
      />
      {name ? <input type="hidden" name={name} value={day || text.trim()} /> : null}
      <button
        ref={button}
        type="button"
        aria-label={t("chooseDay")}
        aria-describedby={field.id}
        aria-haspopup="dialog"
        aria-expanded={isOpen !== null}
        onClick={() => (isOpen ? close() : open(true))}
        className="absolute inset-y-0 end-0 grid w-9 place-items-center rounded-md text-muted hover:text-ink"
      >
        <CalendarDays className="size-4" />
      </button>
      <Suspense>
        {isOpen ? (
          <CalendarPanel
            anchor={button}
            day={day}
            onClose={close}
            onChoose={(next) => {
              change(next, null);
              close();
            }}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
