"use client";

import { useId } from "react";
import { useTranslations } from "use-intl";
import { Failure } from "@/components/ui/failure";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { useAlternatives } from "@/lib/client/alternatives";
import { languageDirection } from "@/lib/text/languages";
import Dictionary from "./dictionary";
import { engineName } from "./engine-name";
import { pairSentences, withSentence } from "./sentences";
import type { Shown } from "./use-translator";

/** The scope of the alternatives: the whole text, or a sentence and perhaps a word of the translation. */
export type AnswerPart = {
  readonly sentence: number | null;
  readonly word: { readonly word: string; readonly from: number } | null;
};

type AlternativesProps = {
  readonly shown: Shown;
  readonly part: AnswerPart;
  readonly onPart: (part: AnswerPart) => void;
  /** Called with the whole translation. */
  readonly onChoose: (translation: string) => void;
};

/** Other translations of the text or of one of its sentences. A click uses one of them. */
export default function Alternatives({ shown: { request, answer }, part, onPart, onChoose }: AlternativesProps) {
  const t = useTranslations("translate");
  const heading = useId();
  const pairs = sentencePairs({ request, answer });
  const chosen = part.sentence === null ? undefined : pairs[part.sentence];
  const { data, error, isPending, refetch } = useAlternatives(
    chosen ? { ...request, text: chosen.source.trim() } : request,
  );
  const targets = pairs.map(({ target }) => target);
  const isOther = ({ translation }: { translation: string }) => translation !== chosen?.target.trim();
  const others = data?.filter(isOther);
  const { word } = part;
  return (
    <>
      {word ? (
        <Dictionary
          word={word.word}
          source={answer.source}
          target={answer.target}
          side="target"
          onChoose={(text) => {
            const { translation } = answer;
            onChoose(translation.slice(0, word.from) + text + translation.slice(word.from + word.word.length));
          }}
        />
      ) : null}
      <section aria-labelledby={heading} aria-busy={isPending} className="mt-6 flex flex-col gap-2 border-t pt-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 id={heading} className="text-sm font-medium">
            {t("alternatives")}
          </h2>
          {pairs.length > 0 ? (
            <Select
              aria-label={t("alternativesOf")}
              className="max-w-full sm:max-w-72"
              value={String(part.sentence ?? "")}
              onValueChange={(value) => onPart({ sentence: value === "" ? null : Number(value), word: null })}
            >
              <option value="">{t("wholeText")}</option>
              {targets.map((text, index) => (
                <option key={index} value={index} lang={answer.target}>
                  {isolated(text.trim())}
                </option>
              ))}
            </Select>
          ) : null}
        </div>
        <Failure error={error} title={t("alternativesFailed")} onRetry={() => void refetch()} />
        {isPending ? <Skeleton className="h-12" /> : null}
        {others?.length === 0 ? <p className="text-sm text-muted">{t("noAlternatives")}</p> : null}
        <ul className="-mx-2 flex flex-col">
          {others?.map(({ translation, engine }) => (
            <li key={translation}>
              <button
                type="button"
                onClick={() =>
                  onChoose(
                    part.sentence === null || !chosen ? translation : withSentence(targets, part.sentence, translation),
                  )
                }
                className="flex w-full flex-col gap-0.5 rounded-md px-2 py-1.5 text-start hover:bg-hover"
              >
                <span lang={request.target} dir={languageDirection(request.target)} className="prose-text">
                  {translation}
                </span>
                <span className="text-xs text-muted">{engineName(engine)}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** First strong isolate, pop directional isolate (UAX #9), because options cannot contain elements. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

/** The sentences, each with its alternatives. None in markup, which is translated as a whole. */
export function sentencePairs({ request, answer }: Shown) {
  if (request.format !== "text") return [];
  return pairSentences(
    { text: request.text, language: answer.source },
    { text: answer.translation, language: answer.target },
  );
}
