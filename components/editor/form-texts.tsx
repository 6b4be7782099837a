"use client";

import type { InlineCode } from "@/lib/text/segment";
import { EncodedText } from "./encoded-text";
import { useFormName } from "./form-name";

type FormTextsProps = {
  /** Encoded texts by form. */
  readonly forms: Readonly<Record<string, string>>;
  readonly codes: readonly InlineCode[];
  readonly language: string;
  /** The form being edited. */
  readonly current?: string | null;
  readonly className?: string;
};

/** The forms of a plural message, read-only. */
export function FormTexts({ forms, codes, language, current, className = "" }: FormTextsProps) {
  const name = useFormName();
  return (
    <div className={`flex min-w-0 flex-col gap-1 ${className}`}>
      {Object.entries(forms).map(([form, text]) => (
        <div key={form} className="flex min-w-0 items-baseline gap-2">
          <bdi className="shrink-0 text-xs text-faint">{name(form)}</bdi>
          <EncodedText
            text={text}
            codes={codes}
            language={language}
            className={`min-w-0 ${current === undefined || current === form ? "" : "text-muted"}`}
          />
        </div>
      ))}
    </div>
  );
}
