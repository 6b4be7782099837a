"use client";

import { Info } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { ApiError } from "@/lib/client/api-error";
import { type Language, targetsOf } from "@/lib/client/language-sets";
import { useErrorText } from "@/lib/client/use-error-text";
import { useWarningText } from "@/lib/client/use-warning-text";
import type { Translator } from "./use-translator";

const SLOW_MS = 5000;
const MAX_SUGGESTIONS = 4;

type OutcomeProps = {
  readonly state: Translator;
  readonly languages: readonly Language[];
  readonly nameOf: (code: string) => string;
};

/** Messages next to a translation: warnings, errors, waiting. */
export function Outcome({ state, languages, nameOf }: OutcomeProps) {
  const t = useTranslations("translate");
  const ui = useTranslations("ui");
  const errors = useTranslations("errors");
  const warningText = useWarningText();
  const errorText = useErrorText();
  const { shown, isCurrent, error, isPaused, isWorking, characters } = state;
  const slow = useSlow(isWorking && !isPaused);
  const locale = useLocale();

  if (isPaused)
    return (
      <Notice tone="warning" live className="mt-4">
        {t("waitingForNetwork")}
      </Notice>
    );
  if (error) {
    const targets = suggestedTargets(error, state.recent);
    return (
      <Notice
        tone="danger"
        live
        className="mt-4"
        title={t("failed")}
        actions={
          targets.length > 0 ? (
            <TargetButtons targets={targets} onChoose={state.chooseTarget} nameOf={nameOf} />
          ) : (
            <Button size="sm" onClick={state.retry}>
              {ui("retry")}
            </Button>
          )
        }
      >
        <p dir="auto">{targets.length > 0 ? t("unavailableTargets") : errorText(error)}</p>
        {error instanceof ApiError && error.requestId ? (
          <p className="mt-1 font-mono text-xs text-muted">{errors("requestId", { id: error.requestId })}</p>
        ) : null}
      </Notice>
    );
  }
  if (state.wanted === null && state.text.trim() !== "")
    return (
      <Notice tone="warning" live className="mt-4">
        {t("tooLong", { over: characters - state.limit })}
      </Notice>
    );
  const warnings = isCurrent && shown ? shown.answer.warnings : [];
  const isInTarget = warnings.some(({ code }) => code === "same_language");
  return (
    <>
      {slow ? (
        <p role="status" className="mt-4 text-sm text-muted">
          {t("slow")}
        </p>
      ) : null}
      {warnings.length > 0 ? (
        <ul className="mt-5 flex flex-col gap-1.5 text-sm text-muted">
          {warnings.map((warning) => (
            <li key={warning.code} className="flex gap-2">
              <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
              {warningText(warning)}
            </li>
          ))}
        </ul>
      ) : null}
      {isInTarget ? (
        <div className="mt-3 flex flex-wrap gap-2">
          <TargetButtons
            targets={otherTargets(state, languages, locale)}
            onChoose={state.chooseTarget}
            nameOf={nameOf}
          />
        </div>
      ) : null}
    </>
  );
}

type TargetButtonsProps = {
  readonly targets: readonly string[];
  readonly onChoose: (code: string) => void;
  readonly nameOf: (code: string) => string;
};

function TargetButtons({ targets, onChoose, nameOf }: TargetButtonsProps) {
  const t = useTranslations("translate");
  return targets.map((code) => (
    <Button key={code} size="sm" onClick={() => onChoose(code)}>
      {t("tryTarget", { language: nameOf(code) })}
    </Button>
  ));
}

/** Alternatives if the text is in the target language already, the person's own first. */
function otherTargets({ spoken, recent }: Translator, languages: readonly Language[], locale: string): string[] {
  const possible = targetsOf(languages, spoken ?? "");
  const wishes = new Set([...recent, locale, "en", "es", "fr"]);
  return [...wishes].filter((code) => code !== spoken && possible.has(code)).slice(0, MAX_SUGGESTIONS);
}

/** Available targets for an unsupported pair, the person's own first. */
function suggestedTargets(error: unknown, recent: readonly string[]): readonly string[] {
  if (!(error instanceof ApiError)) return [];
  const supported = error.fields.find((field) => field.code === "unsupported_pair")?.supportedTargets ?? [];
  const first = recent.filter((code) => supported.includes(code));
  return [...new Set([...first, ...supported])].slice(0, MAX_SUGGESTIONS);
}

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
