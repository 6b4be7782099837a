import { useEffect, useMemo, useState } from "react";
import type { Language } from "@/lib/client/language-sets";
import { targetsOf } from "@/lib/client/language-sets";
import { noteLanguage, useRecentLanguages } from "@/lib/client/recent-languages";
import { type TranslationRequest, useTranslation } from "@/lib/client/translation";
import type { Translation } from "@/lib/schemas/translate";
import { codePoints } from "@/lib/text/words";
import type { TextFormat } from "@/lib/vocabulary/text-formats";
import type { Pair } from "./pair";

/** Milliseconds without typing before a translation is requested. */
const REST_MS = 400;

type Options = { readonly pair: Pair; readonly languages: readonly Language[]; readonly limit: number };

/** A request with its translation. */
export type Shown = { readonly request: TranslationRequest; readonly answer: Translation };

/**
 * State of the translator: input, request, result. At most one request is pending; it is aborted when the text or
 * languages change, and the previous translation stays visible, marked as outdated, until the new one arrives.
 */
export function useTranslator({ pair, languages, limit }: Options) {
  const [text, setText] = useState("");
  const [{ source, target, engine }, setPair] = useState<Pair & { readonly engine?: string }>(pair);
  const [format, setFormat] = useState<TextFormat>("text");
  const [asked, setAsked] = useState<TranslationRequest | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const recent = useRecentLanguages();

  const characters = useMemo(() => codePoints(text), [text]);
  const blank = text.trim() === "";
  const wanted = useMemo<TranslationRequest | null>(
    () => (blank || characters > limit ? null : { text, source, target, format, ...(engine ? { engine } : {}) }),
    [blank, characters, limit, text, source, target, format, engine],
  );

  useEffect(() => {
    if (wanted === null || asked?.text === wanted.text) {
      setAsked(wanted); // only languages or format changed: no need to wait
      return;
    }
    const timer = setTimeout(() => setAsked(wanted), REST_MS);
    return () => clearTimeout(timer);
  }, [wanted, asked?.text]);

  const query = useTranslation(asked === wanted ? asked : null);
  if (asked !== null && asked === wanted && query.data && (shown?.request !== asked || shown.answer !== query.data))
    setShown({ request: asked, answer: query.data });
  if (blank && shown !== null) setShown(null);

  const isCurrent = shown !== null && shown.request === wanted;
  const detected = source === "auto" ? (shown?.answer.detectedSource ?? null) : null;
  const spoken = source === "auto" ? (detected?.language ?? null) : source;

  const chooseSource = (code: string) => {
    noteLanguage(code);
    if (code === target && spoken !== null && targetsOf(languages, code).has(spoken)) {
      setPair({ source: code, target: spoken });
      return;
    }
    const possible = targetsOf(languages, code);
    const kept = possible.has(target) ? target : recent.find((each) => possible.has(each));
    const other = target === code ? (spoken ?? "en") : target;
    setPair({ source: code, target: kept ?? [...possible][0] ?? other });
  };
  const chooseTarget = (code: string) => {
    noteLanguage(code);
    if (code === source && targetsOf(languages, code).size > 0 && targetsOf(languages, target).has(code))
      setPair({ source: target, target: code });
    else setPair({ source, target: code });
  };

  const canSwap = spoken !== null && spoken !== target && targetsOf(languages, target).has(spoken);
  const swap = () => {
    if (!canSwap || spoken === null) return;
    if (shown) setText(shown.answer.translation);
    setPair({ source: target, target: spoken });
  };

  return {
    text,
    setText,
    format,
    setFormat,
    source,
    target,
    /** Sets the languages, and resets the engine to the best one. */
    setPair,
    /** Id of the requested engine; null: the best one. */
    engine: engine ?? null,
    chooseEngine: (id: string | null) => setPair({ source, target, ...(id === null ? {} : { engine: id }) }),
    chooseSource,
    chooseTarget,
    recent,
    characters,
    limit,
    wanted,
    /** The last translation; outdated while `isCurrent` is false. */
    shown,
    isCurrent,
    detected,
    /** The language of the text, if known. */
    spoken,
    canSwap,
    swap,
    /** True from the first keystroke until the translation is there. */
    isWorking: wanted !== null && !isCurrent && !query.isError,
    /** How far the model is that the translation waits for. */
    installing: query.installing,
    isPaused: query.fetchStatus === "paused",
    error: asked === wanted ? query.error : null,
    retry: () => void query.refetch(),
    /** Requests at once, without waiting for a pause in typing. */
    translateNow: () => setAsked(wanted),
  };
}

export type Translator = ReturnType<typeof useTranslator>;
