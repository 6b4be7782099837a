"use client";

import { cx } from "@/components/ui/cx";
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

type MessageTextProps = Omit<FormTextsProps, "forms"> & {
  readonly text: string;
  /** Of a plural message: they are shown instead of `text`. */
  readonly forms?: FormTextsProps["forms"] | null | undefined;
  /** Only for a text without forms. */
  readonly plainClassName?: string;
};

/** A text, or the forms of a plural message, read-only. */
export function MessageText({ text, forms, plainClassName, current, ...rest }: MessageTextProps) {
  if (forms) return <FormTexts {...rest} forms={forms} current={current} />;
  return <EncodedText {...rest} text={text} className={cx(plainClassName, rest.className)} />;
}

function FormTexts({ forms, codes, language, current, className }: FormTextsProps) {
  const name = useFormName();
  return (
    <div className={cx("flex min-w-0 flex-col gap-1", className)}>
      {Object.entries(forms).map(([form, text]) => (
        <div key={form} className="flex min-w-0 items-baseline gap-2">
          <bdi className="shrink-0 text-xs text-faint">{name(form)}</bdi>
          <EncodedText
            text={text}
            codes={codes}
            language={language}
            className={cx("min-w-0", current !== undefined && current !== form && "text-muted")}
          />
        </div>
      ))}
    </div>
  );
}
