"use client";

import { useFormatter, useLocale, useTranslations } from "use-intl";
import { LanguagePair } from "@/components/language/language-pair";
import { engineName } from "@/components/translator/engine-name";
import { Badge } from "@/components/ui/badge";
import { Card, Section } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Failure } from "@/components/ui/failure";
import { CircleCheck, CircleOff, Cpu, Globe, TriangleAlert } from "@/components/ui/icons";
import { Notice } from "@/components/ui/notice";
import { type Engine, useEngines } from "@/lib/client/admin";
import { SERVICE_KINDS } from "@/lib/schemas/service-fields";
import { languageName } from "@/lib/text/languages";
import type { EngineReadiness } from "@/lib/vocabulary/engines";
import { ServiceRefusal } from "./service-refusal";

const STATES = {
  ready: { tone: "success", icon: CircleCheck },
  degraded: { tone: "warning", icon: TriangleAlert },
  unavailable: { tone: "danger", icon: CircleOff },
  /** A local engine without language pairs, which is not an error. */
  empty: { tone: "neutral", icon: CircleOff },
} as const satisfies Record<EngineReadiness | "empty", unknown>;

/** Minimum number of altered answers, and minimum share of all answers, for a warning. */
const MIN_ALTERED = 10;
const OFTEN = 0.05;

/** The engines of this server and their states. */
export function EngineList({ engines: first }: { engines: readonly Engine[] }) {
  const t = useTranslations("admin");
  const engines = useEngines(first);
  return (
    <Section title={t("engines")} description={t("enginesText")}>
      <Failure error={engines.error} title={t("loadFailed")} onRetry={() => void engines.refetch()} />
      {engines.data.length === 0 ? (
        <EmptyState icon={<Cpu />} title={t("noEngines")}>
          {t("noEnginesText")}
        </EmptyState>
      ) : (
        <ul className="grid gap-4 md:grid-cols-2">
          {engines.data.map((engine) => (
            <li key={engine.id}>
              <EngineCard engine={engine} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Why an engine does not translate, or not completely; null if it works. */
function troubleOf({ state, isLocal, refusal }: Engine) {
  if (state === "ready") return null;
  // A service may also run on this machine.
  const isService = !isLocal || refusal !== undefined;
  if (state === "degraded") return isService ? "stale" : "unreadable";
  return isService ? "unreachable" : "notInstalled";
}

function EngineCard({ engine }: { engine: Engine }) {
  const t = useTranslations("admin");
  const format = useFormatter();
  const locale = useLocale();
  const trouble = troubleOf(engine);
  const state = trouble === "notInstalled" ? "empty" : engine.state;
  const { tone, icon: Icon } = STATES[state];
  const { refusal } = engine;
  const kind = SERVICE_KINDS.find((each) => each === engine.id);
  const figures = [
    ["languagesOf", engine.languages],
    ["directions", engine.directions],
    ["queued", engine.queued],
    ["memory", Math.round(engine.memoryMb)],
  ] as const;
  return (
    <Card className="flex h-full flex-col gap-4 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="text-base">{engineName(engine.id)}</h3>
        <Badge tone={tone}>
          <Icon />
          {t(`engineStates.${state}`)}
        </Badge>
        <Badge>
          {engine.isLocal ? <Cpu /> : <Globe />}
          {engine.isLocal ? t("local") : t("remote")}
        </Badge>
      </div>
      <dl className="grid grid-cols-2 gap-3 text-sm sm:grid-cols-4">
        {figures.map(([name, value]) => (
          <div key={name} className="flex flex-col justify-between">
            <dt className="text-muted">{t(name)}</dt>
            <dd className="tabular text-base">{format.number(value)}</dd>
          </div>
        ))}
      </dl>
      {engine.altered >= MIN_ALTERED && engine.altered / engine.answers >= OFTEN ? (
        <Notice tone="warning">
          <p>{t("alteredText", { altered: engine.altered, answers: engine.answers })}</p>
          <ul className="mt-2 flex flex-col gap-1">
            {engine.examples.map(({ source, target, code, missing, added }) => (
              <li key={`${source} ${target} ${code} ${missing} ${added}`} className="flex flex-wrap gap-x-3">
                <LanguagePair source={languageName(source, locale)} target={languageName(target, locale)} />
                <span>{t(`alterations.${code as "numbers_changed"}`)}</span>
                {missing || added ? (
                  <span dir="ltr" className="font-mono">
                    −{missing ?? "∅"} +{added ?? "∅"}
                  </span>
                ) : null}
              </li>
            ))}
          </ul>
          <p className="mt-2 text-muted">{t("alteredMask")}</p>
        </Notice>
      ) : null}
      {trouble && !(refusal && trouble === "unreachable") ? (
        <p className="text-sm">{t(`engineTexts.${trouble}`)}</p>
      ) : null}
      {kind && refusal ? (
        <ServiceRefusal kind={kind} test={{ refusal, message: engine.detail }} live={false} />
      ) : trouble && trouble !== "notInstalled" ? (
        // The engine's own message, for operators.
        <p lang="en" dir="ltr" className="text-sm text-muted">
          {engine.detail}
        </p>
      ) : null}
    </Card>
  );
}
