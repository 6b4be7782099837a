import { useEffect, useMemo, useRef, useState } from "react";
import { type Language, targetsOf } from "@/lib/client/language-sets";
import { noteLanguage, useRecentLanguages } from "@/lib/client/recent-languages";
import { useTranslation } from "@/lib/client/translation";
import { type Answer, MEMORY_ENGINE, type TranslationRequest } from "@/lib/client/translation-request";
import { codePoints } from "@/lib/text/words";
import type { TextFormat } from "@/lib/vocabulary/texts";
import type { Pair } from "./pair";

/** Milliseconds without typing before a translation is requested. */
const REST_MS = 250;

type Options = { readonly pair: Pair; readonly languages: readonly Language[]; readonly limit: number };

/** A request with its translation. */
export type Shown = { readonly request: TranslationRequest; readonly answer: Answer };

/** Other choices of the person for the translation. Absent ones are not chosen. */
export type Wishes = Pick<TranslationRequest, "projectId" | "glossaryId" | "formality" | "protect">;

/**
 * State of the translator: input, request, result. At most one request is pending; it is aborted if the text or the
 * languages change. The previous translation stays visible, marked as outdated, only while its text is edited. A
 * replaced text, other languages or an error hide it immediately.
 */
export function useTranslator({ pair, languages, limit }: Options) {
  const [text, setText] = useState("");
  const [{ source, target, engine }, setPair] = useState<Pair & { readonly engine?: string }>(pair);
  const [format, setFormat] = useState<TextFormat>("text");
  const [wishes, setWishes] = useState<Wishes>({});
  const [machineFor, setMachineFor] = useState<string | null>(null);
  const [asked, setAsked] = useState<TranslationRequest | null>(null);
  const [latest, setLatest] = useState<Shown | null>(null);
  const recent = useRecentLanguages();

  const characters = useMemo(() => codePoints(text), [text]);
  const blank = text.trim() === "";
  // The part of a longer text that the tier allows.
  const sent = useMemo(() => (characters > limit ? firstPart(text, limit) : text), [characters, limit, text]);
  const wanted = useMemo<TranslationRequest | null>(
    () =>
      blank
        ? null
        : {
            text: sent,
            source,
            target,
            format,
            ...(engine ? { engine } : {}),
            ...(machineFor === sent ? { byMachine: true } : {}),
            ...wishes,
          },
    [blank, sent, source, target, format, engine, machineFor, wishes],
  );

  useEffect(() => {
    if (wanted === null || asked?.text === wanted.text) {
      setAsked(wanted); // Only languages or format have changed, so there is no need to wait.
      return;
    }
    const timer = setTimeout(() => setAsked(wanted), REST_MS);
    return () => clearTimeout(timer);
  }, [wanted, asked?.text]);

  const query = useTranslation(asked === wanted ? asked : null);
  if (asked !== null && asked === wanted && query.data && (latest?.request !== asked || latest.answer !== query.data))
    setLatest({ request: asked, answer: query.data });
  if (blank && latest !== null) setLatest(null);
  const error = asked === wanted ? query.error : null;

  const isCurrent = latest !== null && latest.request === wanted;
  const isEdited = latest !== null && wanted !== null && error === null && isEditOf(latest.request, wanted);
  const arrived = isCurrent || isEdited || asked !== wanted ? null : query.arrived;
  const shown = isCurrent || isEdited ? latest : arrived;
  const found = source === "auto" ? (shown?.answer.detectedSource ?? null) : null;
  // A text without words has no language.
  const detected = found?.language === "und" ? null : found;
  const spoken = source === "auto" ? (detected?.language ?? null) : source;

  const { isPaused, installing, refetch } = query;
  const excess = Math.max(0, characters - limit);
  const canSwap = spoken !== null && spoken !== target && targetsOf(languages, target).has(spoken);
  const values = useSame({
    source,
    target,
    wishes,
    /** Id of the requested engine; null for the best one. */
    engine: engine ?? null,
    recent,
    limit,
    /** Number of characters over the limit. */
    excess,
    /** For a text over the limit, the UTF-16 length of the part that is translated; otherwise null. */
    cutAt: excess > 0 ? sent.length : null,
    /** Class for the size of the texts. */
    size: textSize(characters),
    /** The last translation. While `isCurrent` is false, it is of an earlier version of the text. */
    shown,
    isCurrent,
    /** True while `shown` is the beginning of a long text's translation. */
    isArriving: arrived !== null,
    detected,
    /** True for a translation that the person wrote. */
    isSaved: shown?.answer.memory !== undefined && shown.answer.engine === MEMORY_ENGINE,
    /** The language of the text, if it is known. */
    spoken,
    canSwap,
    /** True from the first keystroke until the translation has arrived. */
    isWorking: wanted !== null && !isCurrent && query.error === null,
    /** Progress of the model for which the translation waits. */
    installing,
    isPaused,
    error,
  });
  const steady = useMemo(
    () => ({
      ...values,
      /** Sets the languages. Resets the engine to the best one. */
      setPair,
      setWishes,
      chooseEngine: (id: string | null) => setPair({ source, target, ...(id === null ? {} : { engine: id }) }),
      /** Translates the text by machine, or as in a memory. For another text, memories take precedence again. */
      preferMachine: (isWanted: boolean) => setMachineFor(isWanted ? (shown?.request.text ?? null) : null),
      chooseSource: (code: string) => {
        noteLanguage(code);
        if (code === target && spoken !== null && targetsOf(languages, code).has(spoken)) {
          setPair({ source: code, target: spoken });
          return;
        }
        const possible = targetsOf(languages, code);
        const kept = possible.has(target) ? target : recent.find((each) => possible.has(each));
        const other = target === code ? (spoken ?? "en") : target;
        setPair({ source: code, target: kept ?? [...possible][0] ?? other });
      },
      chooseTarget: (code: string) => {
        noteLanguage(code);
        if (code === source && targetsOf(languages, code).size > 0 && targetsOf(languages, target).has(code))
          setPair({ source: target, target: code });
        else setPair({ source, target: code });
      },
      swap: () => {
        if (!canSwap || spoken === null) return;
        if (shown && isCurrent) setText(shown.answer.translation);
        setPair({ source: target, target: spoken });
      },
      retry: () => void refetch(),
    }),
    // All values that the actions read, except these functions.
    [values, languages, refetch],
  );

  return {
    ...steady,
    /** The values that most keystrokes do not change. The same object until one of them changes. */
    steady,
    text,
    setText,
    format,
    setFormat,
    characters,
    wanted,
    /** Sends the request immediately, without waiting for a pause in typing. */
    translateNow: () => setAsked(wanted),
  };
}

/** Returns the same object while its values are the same. */
function useSame<Values extends Readonly<Record<string, unknown>>>(now: Values): Values {
  const kept = useRef(now);
  if (Object.keys(now).some((name) => !Object.is(kept.current[name], now[name]))) kept.current = now;
  return kept.current;
}

/** Minimum length, as a share of the allowed part, at which it is cut after a sentence instead of a word. */
const MIN_SHARE = 0.8;

/** The beginning of a text within the limit in code points, up to the end of a sentence, otherwise of a word. */
export function firstPart(text: string, limit: number): string {
  const part = [...text.slice(0, limit * 2)].slice(0, limit).join("");
  const endsAt = Math.max(...[..."\n。！？"].map((mark) => part.lastIndexOf(mark)), lastSentenceEnd(part));
  if (endsAt >= part.length * MIN_SHARE) return part.slice(0, endsAt + 1);
  const space = part.search(/\s\S*$/u);
  return space > 0 ? part.slice(0, space) : part;
}

function lastSentenceEnd(part: string): number {
  return Math.max(part.lastIndexOf(". "), part.lastIndexOf("! "), part.lastIndexOf("? "));
}

/** Whether the request is the same with an edited text: at least half of the longer text is equal at both ends. */
export function isEditOf(before: TranslationRequest, after: TranslationRequest): boolean {
  const { text: old, byMachine: _, ...choices } = before;
  const { text, byMachine: __, ...others } = after;
  if (JSON.stringify(choices) !== JSON.stringify(others)) return false;
  const [short, long] = old.length < text.length ? [old, text] : [text, old];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  let end = 0;
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end += 1;
  return start === short.length || (start + end) * 2 >= long.length;
}

export type Translator = ReturnType<typeof useTranslator>;

/** The state of the translator without the text. */
export type SteadyTranslator = Translator["steady"];

/** Size class: short texts are large, long ones normal. Equal on both sides, so that lines match. */
function textSize(characters: number): string {
  if (characters <= 120) return "text-xl";
  if (characters <= 600) return "text-lg";
  return "text-base";
}
