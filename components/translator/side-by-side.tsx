"use client";

import { useMemo } from "react";
import { useTranslations } from "use-intl";
import WhyNot from "@/components/language/why-not";
import { IconButton } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { CopyButton } from "@/components/ui/copy-button";
import { X } from "@/components/ui/icons";
import { keepFocusNearby } from "@/components/ui/return-focus";
import { Skeleton } from "@/components/ui/skeleton";
import { errorOfRecord } from "@/lib/client/error-record";
import { type Language, targetsOf } from "@/lib/client/language-sets";
import { localStore, useLocalStore } from "@/lib/client/local-store";
import { useErrorText } from "@/lib/client/texts";
import { type IntoTargets, useTranslationsInto } from "@/lib/client/translations-into";
import { languageDirection } from "@/lib/text/languages";
import { MemoryLink } from "./from-memory";
import type { Translator } from "./use-translator";

/** Maximum number of targets of a request. */
const MAX_TARGETS = 20;

const NONE: readonly string[] = [];
const store = localStore<readonly string[]>(
  "dragoman.side-by-side",
  NONE,
  (value): value is string[] => Array.isArray(value) && value.every((each) => typeof each === "string"),
);

type SideBySideProps = {
  readonly state: Translator;
  readonly languages: readonly Language[];
  readonly nameOf: (code: string) => string;
  readonly onClose: () => void;
};

/** Translations of the text into several more languages. */
export default function SideBySide({ state, languages, nameOf, onClose }: SideBySideProps) {
  const t = useTranslations("translate");
  const names = useTranslations("languages");
  const errorText = useErrorText();
  const chosen = useLocalStore(store, NONE);
  const spoken = state.spoken ?? state.source;
  const possible = useMemo(() => targetsOf(languages, spoken), [languages, spoken]);
  const groups = useMemo(
    () => [
      {
        options: languages
          // Chosen languages stay when another source language does not support them.
          .filter(({ code }) => chosen.includes(code) || (possible.has(code) && code !== spoken))
          .map(({ code, name, nativeName }) => ({ value: code, label: name, detail: nativeName, detailLang: code })),
      },
    ],
    [languages, possible, spoken, chosen],
  );
  // A text stays unchanged in its own language.
  const isServed = (code: string) => possible.has(code) || code === spoken;
  // Requested together with the translation, so that typing sends one request at a time.
  const request = state.isCurrent && state.shown ? state.shown.request : null;
  const { data, error, isFetching } = useTranslationsInto(request, chosen.filter(isServed));
  return (
    <section
      aria-label={t("compare")}
      className="overflow-hidden rounded-lg border border-line bg-surface print:break-inside-avoid"
    >
      <header className="flex items-center gap-2 border-b p-1.5 ps-4">
        <h2 className="text-base font-medium">{t("compare")}</h2>
        <Combobox
          look="plain"
          label={t("compareLanguages")}
          searchLabel={names("search")}
          emptyLabel={names("empty")}
          groups={groups}
          multiple
          value={chosen}
          onValueChange={(value) => store.set(value.slice(0, MAX_TARGETS))}
          shown={chosen.length === 0 ? t("chooseLanguages") : t("languageCount", { count: chosen.length })}
          className="ms-auto"
        />
        <IconButton icon={X} label={t("closeCompare")} onClick={onClose} />
      </header>
      {chosen.length === 0 ? <p className="px-4 py-5 text-muted">{t("compareEmpty")}</p> : null}
      <ul aria-busy={isFetching} className="grid grid-cols-[repeat(auto-fit,minmax(min(18rem,100%),1fr))] gap-px">
        {chosen.map((code) => {
          const result = request ? data?.[code] : undefined;
          return (
            <li key={code} className="flex min-h-24 flex-col gap-1 px-4 py-3 outline outline-line">
              <div className="flex min-h-8 items-center justify-between gap-2">
                <h3 className="text-sm text-muted">{nameOf(code)}</h3>
                <div className="flex">
                  {result && "translation" in result ? (
                    <CopyButton text={result.translation} name={t("copyIn", { language: nameOf(code) })} size="sm" />
                  ) : null}
                  <IconButton
                    icon={X}
                    size="sm"
                    label={t("removeLanguage", { language: nameOf(code) })}
                    onClick={() => {
                      keepFocusNearby();
                      store.set(chosen.filter((each) => each !== code));
                    }}
                  />
                </div>
              </div>
              {isServed(code) ? (
                <Result
                  code={code}
                  result={result}
                  fault={error ? errorText(error) : null}
                  isWaiting={state.wanted !== null && state.error === null}
                  errorText={(one) => errorText(errorOfRecord(one))}
                />
              ) : (
                <WhyNot inline missing={{ source: spoken, target: code }} />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type One = IntoTargets[string];

type ResultProps = {
  readonly code: string;
  readonly result: One | undefined;
  readonly fault: string | null;
  readonly isWaiting: boolean;
  readonly errorText: (error: Extract<One, { error: unknown }>["error"]) => string;
};

function Result({ code, result, fault, isWaiting, errorText }: ResultProps) {
  const t = useTranslations("translate");
  if (!result) {
    if (fault) return <p className="text-sm text-muted">{fault}</p>;
    return isWaiting ? <Skeleton className="h-5 w-4/5" /> : null;
  }
  if ("error" in result) return <p className="text-sm text-muted">{errorText(result.error)}</p>;
  const memory = "memory" in result ? result.memory : undefined;
  return (
    <>
      <p lang={code} dir={languageDirection(code)} className="prose-text">
        {result.translation}
      </p>
      {memory ? (
        <p className="mt-1 text-sm text-muted">
          {t.rich("fromMemory", { memory: () => <MemoryLink memory={memory} /> })}
        </p>
      ) : null}
    </>
  );
}
