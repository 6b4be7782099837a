import type { ReactNode } from "react";
import { languageDirection } from "@/lib/text/languages";

type ForeignTextProps = {
  /** Tag of the language; null if unknown. */
  readonly lang: string | null;
  readonly as?: "span" | "p" | "div";
  readonly className?: string;
  readonly children: ReactNode;
};

/** Text in a language other than that of the interface, with its `lang` and direction. */
export function ForeignText({ lang, as: Tag = "span", className, children }: ForeignTextProps) {
  return (
    <Tag lang={lang ?? ""} dir={lang === null ? "auto" : languageDirection(lang)} className={className}>
      {children}
    </Tag>
  );
}
