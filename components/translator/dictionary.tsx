"use client";

import { useId } from "react";
import { useTranslations } from "use-intl";
import { Badge } from "@/components/ui/badge";
import { BookA, DatabaseZap } from "@/components/ui/icons";
import { useDictionary } from "@/lib/client/alternatives";
import { languageDirection } from "@/lib/text/languages";

type DictionaryProps = {
  readonly word: string;
  readonly source: string;
  readonly target: string;
  /** Whether the word is in the source or the target language. */
  readonly side: "source" | "target";
  readonly onChoose: (translation: string) => void;
};

/** Translations of a word in the workspace's glossaries and memories. Nothing if there are none. */
export default function Dictionary({ word, source, target, side, onChoose }: DictionaryProps) {
  const t = useTranslations("translate");
  const heading = useId();
  const { data } = useDictionary({ text: word, source, target, side });
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby={heading} className="mt-6 flex flex-col gap-2 border-t pt-4">
      <h2 id={heading} className="text-sm font-medium">
        {t("dictionary", { word })}
      </h2>
      <ul className="-mx-2 flex flex-col">
        {data.map(({ translation, origin, name, note, isPreferred }) => (
          <li key={translation}>
            <button
              type="button"
              onClick={() => onChoose(translation)}
              className="flex w-full flex-col gap-0.5 rounded-md px-2 py-1.5 text-start hover:bg-hover"
            >
              <span className="flex flex-wrap items-center gap-x-2.5">
                <span lang={target} dir={languageDirection(target)} className="prose-text">
                  {translation}
                </span>
                {isPreferred && origin === "glossary" ? <Badge tone="success">{t("preferred")}</Badge> : null}
              </span>
              <span className="flex items-center gap-1.5 text-xs text-muted [&_svg]:size-3.5">
                {origin === "glossary" ? <BookA /> : <DatabaseZap />}
                <bdi>{name}</bdi>
                {note ? (
                  <>
                    <span aria-hidden="true">·</span>
                    <bdi>{note}</bdi>
                  </>
                ) : null}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
