import type { ReactNode } from "react";
import { languageDirection } from "@/lib/text/languages";

type ForeignTextProps = {
  /** Tag of the language; null while it is unknown. */
  readonly lang: string | null;
  readonly as?: "span" | "p" | "div";
  readonly className?: string;
  readonly children: ReactNode;
};

/** Text in a language that need not be the interface's: marked as what it is, and laid out in its own direction. */
export function ForeignText({ lang, as: Tag = "span", className, children }: ForeignTextProps) {
  return (
    <Tag lang={lang ?? ""} dir={lang === null ? "auto" : languageDirection(lang)} className={className}>
      {children}
    </Tag>
  );
}
