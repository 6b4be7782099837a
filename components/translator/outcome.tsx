"use client";

import Link from "next/link";
import { useLocale, useTranslations } from "use-intl";
import type { Missing } from "@/components/language/missing";
import WhyNot from "@/components/language/why-not";
import { Button, buttonClass } from "@/components/ui/button";
import { Info } from "@/components/ui/icons";
import { Notice } from "@/components/ui/notice";
import { ApiError } from "@/lib/client/api-error";
import { type Language, targetsOf } from "@/lib/client/language-sets";
import { useErrorText, useWarningText } from "@/lib/client/texts";
import { WHOLE_TEXT } from "@/lib/vocabulary/texts";
import type { SteadyTranslator } from "./use-translator";

const MAX_SUGGESTIONS = 4;

type OutcomeProps = {
  readonly state: SteadyTranslator;
  readonly languages: readonly Language[];
  readonly nameOf: (code: string) => string;
  /** What is missing, if that is the cause of the error. */
  readonly missing: Missing | null;
};

/** Messages about a translation: warnings and errors. */
export default function Outcome({ state, languages, nameOf, missing }: OutcomeProps) {
  const t = useTranslations("translate");
  const ui = useTranslations("ui");
  const errors = useTranslations("errors");
  const warningText = useWarningText();
  const errorText = useErrorText();
  const { shown, isCurrent, error } = state;
  const locale = useLocale();

  if (error) {
    if (missing)
      return (
        <WhyNot
          missing={missing}
          className="mt-4"
          actions={
            missing.cause === "model_unavailable" ? (
              <Button size="sm" onClick={state.retry}>
                {ui("retry")}
              </Button>
            ) : (
              <TargetButtons
                targets={suggestedTargets(error, state.recent)}
                onChoose={state.chooseTarget}
                nameOf={nameOf}
              />
            )
          }
        />
      );
    if (!isOurs(error))
      return (
        <Notice tone="neutral" live className="mt-4" actions={<WayOn error={error} onRetry={state.retry} />}>
          <p dir="auto">{errorText(error)}</p>
        </Notice>
      );
    return (
      <Notice
        tone="danger"
        live
        className="mt-4"
        title={t("failed")}
        actions={
          <Button size="sm" onClick={state.retry}>
            {ui("retry")}
          </Button>
        }
      >
        <p dir="auto">{errorText(error)}</p>
        {error instanceof ApiError && error.requestId ? (
          <p className="mt-1 font-mono text-xs text-muted">{errors("requestId", { id: error.requestId })}</p>
        ) : null}
      </Notice>
    );
  }
  const warnings = isCurrent && shown ? shown.answer.warnings : [];
  const { language: looksLike, share = 1 } = warnings.find(({ code }) => code === "source_looks_like") ?? {};
  const listed = warnings.filter(({ code }) => code !== "source_looks_like");
  const isInTarget = warnings.some(({ code }) => code === "same_language");
  return (
    <>
      {looksLike && looksLike !== state.source ? (
        <Notice
          tone="accent"
          live
          className="mt-4"
          actions={
            languages.some(({ code }) => code === looksLike) ? (
              <Button size="sm" onClick={() => state.chooseSource(looksLike)}>
                {t("translateFrom", { language: nameOf(looksLike) })}
              </Button>
            ) : undefined
          }
        >
          {t(share < WHOLE_TEXT ? "partLooksLike" : "looksLike", { language: nameOf(looksLike) })}
        </Notice>
      ) : null}
      {listed.length > 0 ? (
        <ul className="mt-5 flex flex-col gap-1.5 text-sm text-muted">
          {listed.map((warning) => (
            <li key={warning.code} className="flex gap-2">
              <Info className="mt-0.5 size-4 shrink-0 text-warning" />
              <span>{warningText(warning)}</span>
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

/** The action for an error in the person's input. None if the text or the languages must be changed. */
function WayOn({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const ui = useTranslations("ui");
  const shell = useTranslations("shell");
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 401)
    return (
      <Link href="/sign-in?callbackUrl=/" className={buttonClass("secondary", "sm")}>
        {shell("signIn")}
      </Link>
    );
  if (status !== 429) return null;
  return (
    <Button size="sm" onClick={onRetry}>
      {ui("retry")}
    </Button>
  );
}

/** An error of the server or the connection, not of the text, the languages, the limits or the source of models. */
function isOurs(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.code !== "model_unavailable" && (error.status === 0 || error.status >= 500);
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

/** Other target languages, if the text is already in the target language. The person's languages are first. */
function otherTargets({ spoken, recent }: SteadyTranslator, languages: readonly Language[], locale: string): string[] {
  const possible = targetsOf(languages, spoken ?? "");
  const wishes = new Set([...recent, locale, "en", "es", "fr"]);
  return [...wishes].filter((code) => code !== spoken && possible.has(code)).slice(0, MAX_SUGGESTIONS);
}

/** Available target languages for an unsupported pair. The person's languages are first. */
function suggestedTargets(error: unknown, recent: readonly string[]): readonly string[] {
  if (!(error instanceof ApiError)) return [];
  const supported = error.fields.find((field) => field.supportedTargets)?.supportedTargets ?? [];
  const first = recent.filter((code) => supported.includes(code));
  return [...new Set([...first, ...supported])].slice(0, MAX_SUGGESTIONS);
}
