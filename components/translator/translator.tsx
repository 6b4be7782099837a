"use client";

import Link from "next/link";
import {
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTranslations } from "use-intl";
import { useInstallsOnUse } from "@/components/language/installs-on-use";
import { LanguagePicker } from "@/components/language/language-picker";
import { keepInCookie } from "@/components/shell/theme";
import { Badge } from "@/components/ui/badge";
import { Button, buttonClass, IconButton } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { ArrowLeftRight, Braces, Columns3, History as HistoryIcon, Paperclip, ScanSearch } from "@/components/ui/icons";
import { useLayer } from "@/components/ui/use-layer";
import { type Identity, useMe } from "@/lib/client/account";
import { installableSources, installableTargets, type Language, targetsOf } from "@/lib/client/language-sets";
import { useInstallable, useLanguageName, useLanguages, useModelLanguages } from "@/lib/client/languages";
import { type ModelOffers, useModelOffers } from "@/lib/client/model-offers";
import { useRecentPairs } from "@/lib/client/recent-pairs";
import type { Languages } from "@/lib/schemas/translate";
import { roleAllows } from "@/lib/vocabulary/rights";
import { DropAnywhere } from "./drop-anywhere";
import { PAIR_COOKIE, type Pair } from "./pair";
import { RecentPairs } from "./recent-pairs";
import { SourcePane } from "./source-pane";
import { TargetPane } from "./target-pane";
import { useDraft } from "./use-draft";
import { usePictureText } from "./use-picture-text";
import { useShortcuts } from "./use-shortcuts";
import { type SteadyTranslator, useTranslator } from "./use-translator";

const WhyNot = lazy(() => import("@/components/language/why-not"));
const loadHistory = () => import("./history-sheet");
const loadRequest = () => import("./request-dialog");
const loadSideBySide = () => import("./side-by-side");
const HistorySheet = lazy(loadHistory);
const SideBySide = lazy(loadSideBySide);
const RequestDialog = lazy(loadRequest);

type TranslatorProps = {
  readonly me: Identity;
  readonly languages: Languages | undefined;
  readonly pair: Pair;
  /** Whether the server can read text in pictures. */
  readonly readsPictures: boolean;
  /** Shown below the translator. */
  readonly children?: ReactNode;
};

const NO_LANGUAGES: readonly Language[] = [];

/** The translator: input and translation. */
export function Translator({
  me: initialMe,
  languages: initialLanguages,
  pair,
  readsPictures,
  children,
}: TranslatorProps) {
  const t = useTranslations("translate");
  const { data: languages = NO_LANGUAGES, isError, isSuccess, refetch } = useLanguages(initialLanguages);
  const { data: me = initialMe } = useMe(initialMe);
  const limit = me.limits.textCharacters;
  const state = useTranslator({ pair, languages, limit });
  const withModels = useInstallable();
  const models = withModels?.modelSource;
  const installable = useModelLanguages();
  // No offers if models are installed automatically.
  const offers = useModelOffers(state.spoken, me.user?.isAdmin === true && models !== undefined && !installable);
  const input = useRef<HTMLTextAreaElement>(null);
  const [layer, openLayer, closeLayer] = useLayer<"history" | "request">();
  const [comparing, compare, stopComparing] = useLayer<true>();
  const nameOf = useLanguageName(languages);
  const onRetry = useCallback(() => void refetch(), [refetch]);
  // Rendered after the translation, which has priority.
  const inBar = useDeferredValue(state.steady);
  const reader = usePictureText(state);
  const pictures = readsPictures ? reader : null;

  useDraft(state, input);
  useShortcuts(state, useRecentPairs(), input);
  useEffect(() => keepInCookie(PAIR_COOKIE, `${state.source}.${state.target}`), [state.source, state.target]);

  return (
    <div
      className={cx(
        "mx-auto flex w-full max-w-[112rem] grow flex-col gap-3 p-3 sm:p-5 lg:px-8 lg:pt-3 lg:pb-7",
        comparing === null && "lg:max-h-dvh",
      )}
    >
      <h1 className="sr-only">{t("title")}</h1>
      <Suspense fallback={null}>{isSuccess && languages.length === 0 ? <WhyNot missing={{}} /> : null}</Suspense>
      <RecentPairs state={state} nameOf={nameOf} />
      <div className="flex min-h-0 grow flex-col overflow-hidden rounded-lg border border-line bg-surface">
        <LanguageBar
          state={inBar}
          languages={languages}
          offers={offers}
          installable={installable}
          failed={isError}
          onRetry={onRetry}
        />
        <div className="grid min-h-0 grow grid-rows-[auto_1fr] lg:grid-cols-2 lg:grid-rows-1">
          <SourcePane state={state} languages={languages} input={input} limit={limit} pictures={pictures} />
          <TargetPane
            state={state.steady}
            languages={languages}
            offers={offers}
            userId={me.user?.id ?? ""}
            mayRemember={roleAllows(me.user?.role ?? "viewer", "reviewer")}
          />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-1 print:hidden">
        <Button
          icon={HistoryIcon}
          variant="ghost"
          size="sm"
          className="max-sm:px-1.5"
          onPointerEnter={loadHistory}
          onClick={() => openLayer("history")}
        >
          {t("history")}
        </Button>
        <Button
          icon={Columns3}
          variant="ghost"
          size="sm"
          className="max-sm:px-1.5"
          aria-expanded={comparing !== null}
          onPointerEnter={loadSideBySide}
          onClick={() => (comparing ? stopComparing() : compare(true))}
        >
          {t("compare")}
        </Button>
        <Button
          icon={Braces}
          variant="ghost"
          size="sm"
          className="max-sm:px-1.5"
          onPointerEnter={loadRequest}
          onClick={() => openLayer("request")}
        >
          {t("asRequest")}
        </Button>
        <Link href="/files" className={cx(buttonClass("ghost", "sm"), "ms-auto max-sm:px-1.5")}>
          <Paperclip />
          {t("chooseFiles")}
        </Link>
      </div>
      <Suspense fallback={null}>
        {comparing ? <SideBySide state={state} languages={languages} nameOf={nameOf} onClose={stopComparing} /> : null}
      </Suspense>
      {children}
      <DropAnywhere pictures={pictures} />
      <Suspense fallback={null}>
        {layer === "history" ? (
          <HistorySheet
            userId={me.user?.id ?? ""}
            languages={languages}
            onClose={closeLayer}
            onUse={(entry) => {
              state.setText(entry.text);
              state.setFormat(entry.format);
              state.setPair({ source: entry.source, target: entry.target });
              closeLayer();
            }}
          />
        ) : null}
        {layer === "request" ? (
          <RequestDialog
            request={{
              text: state.text,
              source: state.source,
              target: state.target,
              format: state.format,
              ...(state.engine ? { engine: state.engine } : {}),
              ...state.wishes,
            }}
            onClose={closeLayer}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
/** Minimum confidence at which the confidence of a detection is not shown. */
const SURE = 0.9;

type LanguageBarProps = {
  readonly state: SteadyTranslator;
  readonly languages: readonly Language[];
  /** Models that an administrator could install. */
  readonly offers: ModelOffers | undefined;
  /** Languages that automatic installation can make available; undefined if it is off. */
  readonly installable: readonly Language[] | undefined;
  readonly failed: boolean;
  readonly onRetry: () => void;
};

const LanguageBar = memo(function LanguageBar(props: LanguageBarProps) {
  const { state, languages, offers, installable, failed, onRetry } = props;
  const t = useTranslations("translate");
  const names = useTranslations("languages");
  const ui = useTranslations("ui");
  const [turns, setTurns] = useState(0);
  const nameOf = useLanguageName(languages);
  const onFirstUse = useInstallsOnUse();
  const { source, target, detected, recent, spoken } = state;
  // Stays the same object for each response, because the pickers have many options.
  const targets = useMemo(() => targetsOf(languages, source), [languages, source]);
  const beyond = useMemo(() => {
    const further = (codes: readonly string[] | undefined) =>
      codes && codes.length > 0 ? { further: { heading: names("withModel"), codes } } : {};
    if (installable)
      return {
        sources: onFirstUse(installableSources(installable)),
        targets: onFirstUse(installableTargets(installable, spoken ?? source)),
      };
    return {
      sources: further(offers?.sources),
      targets: further(offers?.offers.filter(({ isBetter }) => !isBetter).map((offer) => offer.target)),
    };
  }, [installable, offers, onFirstUse, names, spoken, source]);
  if (failed && languages.length === 0)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 border-b px-4 py-2 text-sm text-danger">
        {t("languagesFailed")}
        <Button size="sm" onClick={onRetry}>
          {ui("retry")}
        </Button>
      </div>
    );
  return (
    <div className="grid grid-cols-[minmax(0,auto)_auto_minmax(0,auto)] items-center justify-between border-b p-1.5 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
      <div className="flex min-w-0 items-center gap-x-1 sm:gap-x-2">
        <LanguagePicker
          look="plain"
          label={names("source")}
          value={source}
          onValueChange={state.chooseSource}
          languages={languages}
          recent={recent}
          {...beyond.sources}
          withDetection
          shown={detected ? nameOf(detected.language) : source === "auto" ? <Detect /> : undefined}
          className="max-w-full"
        />
        {detected && !state.isSaved ? (
          // Keeps its space while the next translation is loading, so that nothing moves.
          <Badge
            tone={detected.confidence < 0.6 ? "warning" : "neutral"}
            className={state.isCurrent ? "" : "invisible"}
          >
            <ScanSearch className="sm:hidden" />
            {detected.confidence < SURE ? (
              t.rich("detected", {
                percent: detected.confidence,
                word: (text) => <span className="max-sm:sr-only">{text}</span>,
              })
            ) : (
              <span className="max-sm:sr-only">{t("detectedSurely")}</span>
            )}
          </Badge>
        ) : null}
      </div>
      <IconButton
        label={t("swap")}
        keys="Alt+S"
        disabled={!state.canSwap}
        onClick={() => {
          setTurns(turns + 1);
          state.swap();
        }}
      >
        <ArrowLeftRight className={cx("transition-transform duration-300", turns % 2 === 1 && "rotate-180")} />
      </IconButton>
      <div className="flex min-w-0">
        <LanguagePicker
          look="plain"
          label={names("target")}
          value={target}
          onValueChange={state.chooseTarget}
          languages={languages}
          only={targets}
          recent={recent}
          {...beyond.targets}
          shown={nameOf(target)}
          className="max-w-full"
        />
      </div>
    </div>
  );
});

/** Label of language detection, in the length that fits. */
function Detect() {
  const t = useTranslations("languages");
  return (
    <>
      <span className="sm:hidden">{t("detectShort")}</span>
      <span className="max-sm:hidden">{t("detect")}</span>
    </>
  );
}
