"use client";

import { lazy, memo, Suspense, useDeferredValue, useEffect, useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import { missingOf } from "@/components/language/missing";
import { cx } from "@/components/ui/cx";
import { Skeleton } from "@/components/ui/skeleton";
import { historyStore, markFavourite, NO_HISTORY, remember } from "@/lib/client/history";
import type { Language } from "@/lib/client/language-sets";
import { useLanguageName } from "@/lib/client/languages";
import { useLocalStore } from "@/lib/client/local-store";
import type { ModelOffers } from "@/lib/client/model-offers";
import { notePair } from "@/lib/client/recent-pairs";
import { languageDirection } from "@/lib/text/languages";
import type { AnswerPart } from "./alternatives";
import { EnginePicker } from "./engine-picker";
import { loadActions, loadOutcome } from "./load-answer";
import { OptionsPicker } from "./options-picker";
import { Route } from "./route";
import type { Shown, SteadyTranslator } from "./use-translator";

const loadAlternatives = () => import("./alternatives");
const Alternatives = lazy(loadAlternatives);
const AnswerActions = lazy(loadActions);
const Outcome = lazy(loadOutcome);
const Dictionary = lazy(() => import("./dictionary"));
const EditedAnswer = lazy(() => import("./edited-answer"));
const FromMemory = lazy(() => import("./from-memory"));
const ModelOffer = lazy(() => import("./model-offer"));
const ModelInstalling = lazy(() => import("./model-installing"));

/** The engine id of a text that is returned unchanged. */
const NO_ENGINE = "none";

/** The API's maximum length of a dictionary word. */
const MAX_WORD_LENGTH = 60;

/** Milliseconds for which a translation is displayed before it is announced and added to the history. */
const SETTLED_MS = 1200;

/** Milliseconds after which the duration of a translation is explained. */
const SLOW_MS = 5000;

type TargetPaneProps = {
  readonly state: SteadyTranslator;
  readonly languages: readonly Language[];
  /** Models that an administrator could install. */
  readonly offers: ModelOffers | undefined;
  readonly userId: string;
  /** Whether the person may add translations to memories. */
  readonly mayRemember: boolean;
};

/** The translation with its details. */
export const TargetPane = memo(function TargetPane(props: TargetPaneProps) {
  const { state, languages, offers, userId, mayRemember } = props;
  const t = useTranslations("translate");
  const { shown, isCurrent, isArriving, isWorking, isPaused, size } = state;
  const answer = shown?.answer ?? null;
  const [edit, setEdit] = useState<Edit | null>(null);
  const [compared, setCompared] = useState<Compared | null>(null);
  // An edited translation belongs to a single response.
  const own = isCurrent && edit?.of === answer ? edit : null;
  const final = useMemo(
    () => (shown && own ? { ...shown, answer: { ...shown.answer, translation: own.text } } : shown),
    [shown, own],
  );
  const settled = useSettled(isCurrent ? final : null);
  const isSlow = useSlow(isWorking && !isPaused);
  // Rendered after the text, which has priority. Actions always apply to the visible text.
  const inActions = useDeferredValue(shown);
  const isReady = isCurrent && inActions === shown;
  const nameOf = useLanguageName(languages);
  const isCarried = answer !== null && isCurrent && answer.engine !== NO_ENGINE;
  const offer = offers?.offers.find(({ target }) => target === state.target);
  const missing = state.error ? missingOf(state.error, state) : null;
  const { isFavourite, toggleFavourite } = useRemembered(userId, settled, final, isCurrent);

  return (
    <div className="flex min-h-44 flex-col lg:min-h-0">
      <section
        aria-label={t("translation")}
        aria-busy={isWorking}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long translations scroll, by keyboard too
        tabIndex={0}
        className="min-h-0 grow overflow-y-auto px-5 py-4 -outline-offset-2"
      >
        {own && final ? (
          <Suspense fallback={<p className={cx("prose-text", size)}>{own.text}</p>}>
            <EditedAnswer
              shown={final}
              machine={own.of.translation}
              mayRemember={mayRemember}
              className={size}
              onChange={(text) => setEdit({ ...own, text })}
              onReset={() => setEdit(null)}
            />
          </Suspense>
        ) : answer ? (
          // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard, the button of alternatives lists the same sentences
          <p
            lang={answer.target}
            dir={languageDirection(answer.target)}
            className={cx("prose-text", size, !isCurrent && !isArriving && "animate-pulse text-faint")}
            onPointerEnter={loadAlternatives}
            onClick={shown && isCarried ? () => void partAtCaret(shown).then(setCompared) : undefined}
          >
            {answer.translation}
          </p>
        ) : isWorking && !state.installing ? (
          <Waiting />
        ) : state.installing || missing || state.error ? null : (
          <p aria-hidden="true" className="text-xl text-faint">
            {t("translationHere")}
          </p>
        )}
        {isArriving ? <Waiting /> : null}
        <Suspense fallback={null}>
          {isCurrent && answer?.memory ? <FromMemory state={state} memory={answer.memory} /> : null}
          {state.installing ? <ModelInstalling installing={state.installing} nameOf={nameOf} /> : null}
        </Suspense>
        {state.installing || (offer && !offer.isBetter) ? null : isPaused ? (
          <p role="status" className="mt-4 text-sm text-warning">
            {t("waitingForNetwork")}
          </p>
        ) : (
          <>
            {isSlow ? (
              <p role="status" className="mt-4 text-sm text-muted">
                {t("slow")}
              </p>
            ) : null}
            <Suspense fallback={null}>
              {state.error || answer ? (
                <Outcome state={state} languages={languages} nameOf={nameOf} missing={missing} />
              ) : null}
            </Suspense>
          </>
        )}
        {isCarried && shown && isWord(shown.request.text) ? (
          <Suspense fallback={null}>
            <Dictionary
              word={shown.request.text.trim()}
              source={answer.source}
              target={answer.target}
              side="source"
              onChoose={(text) => setEdit({ of: answer, text })}
            />
          </Suspense>
        ) : null}
        {isCurrent && answer && final && compared && compared.of === shown?.request ? (
          <Suspense fallback={null}>
            <Alternatives
              shown={final}
              part={compared.part}
              onPart={(part) => setCompared({ ...compared, part })}
              onChoose={(text) => {
                setEdit({ of: answer, text });
                setCompared({ ...compared, part: { ...compared.part, word: null } });
              }}
            />
          </Suspense>
        ) : null}
        {offer ? (
          <Suspense fallback={null}>
            <ModelOffer key={`${state.spoken} ${offer.target}`} offer={offer} nameOf={nameOf} />
          </Suspense>
        ) : null}
      </section>
      <p role="status" className="sr-only">
        {settled ? t("done", { language: nameOf(settled.answer.target) }) : ""}
      </p>
      <div className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 px-3 pb-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 ps-2 text-xs text-muted">
          {answer && isReady && isCarried ? <Route answer={answer} nameOf={nameOf} /> : null}
          <OptionsPicker state={state} />
          {(isCarried && isReady) || state.engine ? (
            <EnginePicker state={state} carried={isCarried ? answer.engine : null} />
          ) : null}
        </div>
        <Suspense fallback={null}>
          {final && inActions ? (
            <AnswerActions
              shown={isReady ? final : inActions}
              isReady={isReady}
              isCarried={isCarried && isReady}
              isFavourite={isFavourite}
              onFavourite={toggleFavourite}
              isComparing={compared?.of === shown?.request}
              onCompare={() => {
                const of = shown?.request;
                setCompared(!of || compared?.of === of ? null : { of, part: { sentence: null, word: null } });
              }}
              isEditing={own !== null}
              onEdit={() => answer && setEdit({ of: answer, text: answer.translation })}
            />
          ) : null}
        </Suspense>
      </div>
    </div>
  );
});

/** The request whose alternatives are shown, and their scope in it. */
type Compared = { readonly of: Shown["request"]; readonly part: AnswerPart };

/** The scope of alternatives for the clicked sentence and word. Null while the person selects text. */
async function partAtCaret(shown: Shown): Promise<Compared | null> {
  const selection = document.getSelection();
  if (!selection?.isCollapsed) return null;
  const offset = selection.focusOffset;
  const [{ sentencePairs }, { sentenceAt, wordAt }] = await Promise.all([loadAlternatives(), import("./sentences")]);
  const targets = sentencePairs(shown).map(({ target }) => target);
  const { translation, target } = shown.answer;
  const part = {
    sentence: targets.length > 0 ? Math.max(0, sentenceAt(targets, offset)) : null,
    word: wordAt(translation, target, offset),
  };
  return { of: shown.request, part };
}

/** Whether a dictionary may contain the text: a word, or a short term without punctuation of a sentence. */
function isWord(text: string): boolean {
  return text.length <= MAX_WORD_LENGTH && /^\s*[\p{L}\p{N}][^\s.!?。！？]*(?: [^\s.!?。！？]+){0,2}\s*$/u.test(text);
}

/** A translation that the person has changed. */
type Edit = { readonly of: Shown["answer"]; readonly text: string };

/** A placeholder of three lines, shown only after a noticeable delay. */
function Waiting() {
  return (
    <div className="flex animate-[fade_200ms_300ms_backwards] flex-col gap-3 pt-1.5">
      <Skeleton className="h-5 w-11/12" />
      <Skeleton className="h-5 w-4/5" />
      <Skeleton className="h-5 w-3/5" />
    </div>
  );
}

/** Adds a settled translation to the person's history, so that the displayed one can be a favourite. */
function useRemembered(userId: string, settled: Shown | null, final: Shown | null, isCurrent: boolean) {
  const store = useMemo(() => historyStore(userId), [userId]);
  const history = useLocalStore(store, NO_HISTORY);
  const entry = isCurrent && final ? history.entries.find((each) => isSame(each, final)) : undefined;
  useEffect(() => {
    if (!settled) return;
    store.set(remember(store.get(), entryOf(settled)));
    notePair(settled.request);
  }, [settled, store]);
  const toggleFavourite = () => {
    if (!final) return;
    const kept = entry ? store.get() : remember({ ...store.get(), keep: true }, entryOf(final));
    const marked = kept.entries.find((each) => isSame(each, final));
    if (marked) store.set({ ...markFavourite(kept, marked.id, !entry?.favourite), keep: store.get().keep });
  };
  return { isFavourite: entry?.favourite ?? false, toggleFavourite };
}

/** The translation after it has not changed for a while. */
function useSettled(shown: Shown | null): Shown | null {
  const [settled, setSettled] = useState<Shown | null>(null);
  useEffect(() => {
    setSettled(null);
    if (!shown) return;
    const timer = setTimeout(() => setSettled(shown), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return settled;
}

/** True if something takes noticeably long. */
function useSlow(working: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!working) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [working]);
  return slow;
}

function entryOf({ request, answer }: Shown) {
  return {
    at: new Date().toISOString(),
    source: answer.source,
    target: answer.target,
    format: request.format,
    text: request.text,
    translation: answer.translation,
  };
}

function isSame(entry: { text: string; source: string; target: string }, { request, answer }: Shown): boolean {
  return entry.text === request.text && entry.source === answer.source && entry.target === answer.target;
}
