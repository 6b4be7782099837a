"use client";

import { type Ref, useEffect, useEffectEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

/** Milliseconds after the last keystroke. */
const REST_MS = 250;

type SearchFieldProps = {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly labelHidden?: boolean;
  /** Moves from the search to the segments. */
  readonly onEnter?: () => void;
  readonly ref?: Ref<HTMLInputElement>;
};

/** Searches sources and translations while typing. */
export function SearchField({ value, onChange, labelHidden = false, onEnter, ref }: SearchFieldProps) {
  const t = useTranslations("editor");
  const [typed, setTyped] = useState(value);
  const [reported, setReported] = useState(value);
  // The value was changed elsewhere, for example by removing the filter.
  if (value !== reported) {
    setReported(value);
    setTyped(value);
  }
  const report = useEffectEvent((text: string) => {
    if (text === reported) return;
    setReported(text);
    onChange(text);
  });
  useEffect(() => {
    const timer = setTimeout(() => report(typed), REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <Field label={t("search")} labelHidden={labelHidden}>
      <Input
        ref={ref}
        type="search"
        value={typed}
        maxLength={200}
        placeholder={t("searchHint")}
        dir="auto"
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          report(typed);
          onEnter?.();
        }}
        onChange={(event) => setTyped(event.target.value)}
      />
    </Field>
  );
}
