"use client";

import { useLocale, useTranslations } from "use-intl";
import { ForeignText } from "@/components/language/foreign-text";
import { Badge } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/button";
import { Ban, CaseSensitive, LockKeyhole, Pencil, Trash2 } from "@/components/ui/icons";
import type { Term } from "@/lib/client/glossaries";
import { languageName } from "@/lib/text/languages";
import { partOfSpeechName } from "./part-of-speech";

type TermRowProps = {
  readonly term: Term;
  readonly sourceLanguage: string;
  readonly mayEdit: boolean;
  readonly onChange: () => void;
  readonly onDelete: () => void;
};

/** A term with its translations and notes. */
export function TermRow({ term, sourceLanguage, mayEdit, onChange, onDelete }: TermRowProps) {
  const t = useTranslations("glossaries");
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2 px-4 py-3 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_4.5rem]">
      <div className="flex min-w-0 flex-col items-start gap-1">
        <p className="max-w-full break-words">
          <ForeignText lang={sourceLanguage} className="font-medium">
            {term.source}
          </ForeignText>{" "}
          {term.partOfSpeech ? (
            <bdi className="text-sm text-muted italic">{partOfSpeechName(t, term.partOfSpeech)}</bdi>
          ) : null}
        </p>
        {term.definition ? (
          <p dir="auto" className="max-w-full text-sm break-words whitespace-pre-wrap text-muted">
            {term.definition}
          </p>
        ) : null}
        {term.doNotTranslate || term.caseSensitive ? (
          <p className="flex flex-wrap gap-1.5">
            {term.doNotTranslate ? (
              <Badge tone="accent">
                <LockKeyhole />
                {t("doNotTranslate")}
              </Badge>
            ) : null}
            {term.caseSensitive ? (
              <Badge>
                <CaseSensitive />
                {t("caseSensitive")}
              </Badge>
            ) : null}
          </p>
        ) : null}
      </div>
      <Targets term={term} />
      {mayEdit ? (
        <div className="col-start-2 row-start-1 flex self-start md:col-start-3 md:justify-end">
          <IconButton icon={Pencil} size="sm" label={t("change", { term: term.source })} onClick={onChange} />
          <IconButton icon={Trash2} size="sm" label={t("deleteTerm", { term: term.source })} onClick={onDelete} />
        </div>
      ) : null}
    </li>
  );
}

function Targets({ term }: { term: Term }) {
  const t = useTranslations("glossaries");
  const locale = useLocale();
  if (term.targets.length === 0)
    return (
      <p className="col-span-full text-sm text-muted md:col-span-1">
        {term.doNotTranslate ? t("doNotTranslateHint") : "–"}
      </p>
    );
  return (
    <ul aria-label={t("translations")} className="col-span-full flex min-w-0 flex-col gap-1 md:col-span-1">
      {term.targets.map(({ language, text, usage }) => (
        <li
          key={`${language} ${text}`}
          className="grid grid-cols-[minmax(0,6.5rem)_minmax(0,1fr)] items-baseline gap-x-3 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]"
        >
          <span className="truncate text-muted">{languageName(language, locale)}</span>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            <ForeignText
              lang={language}
              className={`min-w-0 text-base break-words ${usage === "forbidden" ? "text-muted line-through" : ""}`}
            >
              {text}
            </ForeignText>
            {usage === "preferred" ? null : (
              <Badge tone={usage === "forbidden" ? "danger" : "neutral"}>
                {usage === "forbidden" ? <Ban /> : null}
                {t(`usages.${usage}`)}
              </Badge>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
