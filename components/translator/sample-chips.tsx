"use client";

import { useLocale, useTranslations } from "use-intl";
import { cx } from "@/components/ui/cx";
import type { Language } from "@/lib/client/language-sets";
import { languageDirection } from "@/lib/text/languages";
import type { Pair } from "./pair";
import { samplesFor } from "./samples";

type SampleChipsProps = {
  readonly pair: Pair;
  readonly languages: readonly Language[];
  readonly onChoose: (text: string) => void;
  readonly className?: string;
};

/** Sentences to try, shown while the text is empty. */
export function SampleChips({ pair, languages, onChoose, className }: SampleChipsProps) {
  const t = useTranslations("translate");
  const samples = samplesFor(pair, languages, useLocale());
  if (samples.length === 0) return null;
  return (
    <ul aria-label={t("samples")} className={cx("flex flex-wrap gap-2 print:hidden", className)}>
      {samples.map(({ text, language }) => (
        <li key={text} className="max-w-full">
          <button
            type="button"
            lang={language}
            dir={languageDirection(language)}
            onClick={() => onChoose(text)}
            className="min-h-8 max-w-full rounded-full border border-edge/60 px-3 py-1 text-start text-sm text-muted transition-colors hover:bg-hover hover:text-ink"
          >
            {text}
          </button>
        </li>
      ))}
    </ul>
  );
}
