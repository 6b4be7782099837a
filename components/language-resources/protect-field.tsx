"use client";

import { lazy, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";

const ProtectTry = lazy(() => import("./protect-try"));

type ProtectFieldProps = {
  readonly patterns: readonly string[];
  readonly error?: string | undefined;
  /** Sample text to try the patterns on. */
  readonly sample?: string;
};

/** Field `protect` of a form: patterns of text that is never translated, one per line, and a sample to try them on. */
export function ProtectField({ patterns, error, sample }: ProtectFieldProps) {
  const t = useTranslations("protect");
  const ui = useTranslations("ui");
  const [value, setValue] = useState(patterns.join("\n"));
  return (
    <>
      <Field label={t("label")} optionalLabel={ui("optional")} hint={t("hint")} error={error}>
        <Textarea
          name="protect"
          value={value}
          onChange={(event) => setValue(event.target.value)}
          maxLength={4_100}
          rows={3}
          dir="ltr"
          spellCheck={false}
          className="font-mono text-sm"
        />
      </Field>
      <Suspense fallback={null}>
        {value.trim() === "" ? null : (
          <ProtectTry patterns={value} {...(sample === undefined ? {} : { text: sample })} />
        )}
      </Suspense>
    </>
  );
}

/** The patterns of a submitted form. */
export function protectOf(data: FormData): string[] {
  return String(data.get("protect") ?? "")
    .split(/\r?\n/)
    .filter((pattern) => pattern.trim() !== "");
}
