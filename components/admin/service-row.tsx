"use client";

import { useFormatter, useLocale, useTranslations } from "use-intl";
import { LanguagePair } from "@/components/language/language-pair";
import { Badge } from "@/components/ui/badge";
import { Button, IconButton } from "@/components/ui/button";
import { Switch } from "@/components/ui/checkbox";
import { Failure } from "@/components/ui/failure";
import {
  CircleAlert,
  CircleCheck,
  CircleOff,
  Cpu,
  Globe,
  KeyRound,
  Pencil,
  Server,
  Trash2,
  Zap,
} from "@/components/ui/icons";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import type { Engine } from "@/lib/client/admin";
import { toneOfFailure } from "@/lib/client/api-error";
import { useSetService } from "@/lib/client/engines";
import { useErrorText } from "@/lib/client/texts";
import type { Service, ServiceTest, ServiceTrial } from "@/lib/schemas/engines";
import { SERVICE_NAMES } from "@/lib/schemas/service-fields";
import { languageName } from "@/lib/text/languages";
import { ServiceRefusal } from "./service-refusal";

type TestState = {
  readonly isPending: boolean;
  readonly error: unknown;
  readonly data: ServiceTest | ServiceTrial | undefined;
};

type ServiceRowProps = {
  readonly service: Service;
  /** The engine of the service; undefined if there is none, for example while it is off. */
  readonly engine: Engine | undefined;
  /** The last test call; null if there was none. */
  readonly test: TestState | null;
  readonly onTest: () => void;
  readonly onChange: () => void;
  readonly onRemove: () => void;
};

/** A service: its address, whether it is in use, and the result of a test call. */
export function ServiceRow({ service, engine, test, onTest, onChange, onRemove }: ServiceRowProps) {
  const t = useTranslations("engines");
  const name = SERVICE_NAMES[service.kind];
  const isFixed = service.origin === "environment";
  return (
    <li className="flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-col gap-2">
          <div className="flex flex-wrap items-center gap-2">
            <h3 className="text-base">{name}</h3>
            <StateBadge service={service} isFailing={test?.data ? !test.data.ok : engine?.state === "unavailable"} />
            <Badge>
              {service.isLocal ? <Cpu /> : <Globe />}
              {service.isLocal ? t("local") : t("remote")}
            </Badge>
          </div>
          <Facts service={service} />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {isFixed ? null : <EnabledSwitch service={service} />}
          {service.isOverridden ? null : (
            <Button icon={Zap} size="sm" pending={test?.isPending ?? false} onClick={onTest}>
              {t("test")}
              <span className="sr-only"> {name}</span>
            </Button>
          )}
          {isFixed ? null : (
            <>
              <IconButton icon={Pencil} size="sm" label={t("changeNamed", { name })} onClick={onChange} />
              <IconButton icon={Trash2} size="sm" label={t("removeNamed", { name })} onClick={onRemove} />
            </>
          )}
        </div>
      </div>
      {service.keyIsReadable ? null : <Notice tone="warning">{t("keyUnreadable")}</Notice>}
      {test?.error ? <Failure error={test.error} title={t("testFailed")} /> : null}
      {test?.data ? (
        !test.data.ok ? (
          <ServiceRefusal kind={service.kind} test={test.data} />
        ) : "sent" in test.data ? (
          <TrialOutcome trial={test.data} />
        ) : (
          <TestOutcome outcome={test.data} />
        )
      ) : null}
      {!test && engine?.refusal ? (
        <ServiceRefusal kind={service.kind} test={{ refusal: engine.refusal, message: engine.detail }} live={false} />
      ) : null}
    </li>
  );
}

/** One badge. A failing service shows the state of its engine instead of being in use. */
function StateBadge({ service, isFailing }: { service: Service; isFailing: boolean }) {
  const t = useTranslations("engines");
  const engines = useTranslations("admin");
  if (service.isOverridden)
    return (
      <Badge tone="warning">
        <Server />
        {t("overridden")}
      </Badge>
    );
  if (isFailing && service.enabled)
    return (
      <Badge tone="danger">
        <CircleAlert />
        {engines("engineStates.unavailable")}
      </Badge>
    );
  if (service.origin === "environment")
    return (
      <Badge tone="success">
        <Server />
        {t("fromEnvironment")}
      </Badge>
    );
  return (
    <Badge tone={service.enabled ? "success" : "neutral"}>
      {service.enabled ? <CircleCheck /> : <CircleOff />}
      {service.enabled ? t("inUse") : t("switchedOff")}
    </Badge>
  );
}

function Facts({ service }: { service: Service }) {
  const t = useTranslations("engines");
  const { url, model, region, hasKey, keyEnd } = service;
  return (
    <ul dir="ltr" className="flex flex-wrap gap-x-4 gap-y-1 font-mono text-sm break-all text-muted">
      {model ? <li>{model}</li> : null}
      {url ? <li>{url}</li> : null}
      {region ? <li>{region}</li> : null}
      {hasKey ? (
        <li className="flex items-center gap-1.5">
          <KeyRound className="size-4" />
          <span className="sr-only">{t("key")}</span>
          {keyEnd ? `…${keyEnd}` : t("keySet")}
        </li>
      ) : null}
    </ul>
  );
}

function EnabledSwitch({ service }: { service: Service }) {
  const t = useTranslations("engines");
  const errorText = useErrorText();
  const set = useSetService();
  const { kind, url, region, bucket, model, promptProfile, languages } = service;
  const turn = (enabled: boolean) =>
    set.mutate(
      {
        kind,
        enabled,
        url: url ?? undefined,
        region: region ?? undefined,
        bucket: bucket ?? undefined,
        model: model ?? undefined,
        promptProfile: promptProfile ?? undefined,
        languages: languages ?? undefined,
      },
      { onError: (error) => toast(errorText(error), { tone: toneOfFailure(error) }) },
    );
  return (
    <Switch
      label={<span className="text-sm">{t("use")}</span>}
      checked={set.isPending ? set.variables.enabled : service.enabled}
      // While saving, changes are ignored instead of disabled, because a disabled switch loses the focus.
      onChange={(event) => {
        if (!set.isPending) turn(event.target.checked);
      }}
      aria-label={t("useNamed", { name: SERVICE_NAMES[kind] })}
    />
  );
}

/** The result of a real call: the sentence and its translation. */
function TestOutcome({ outcome }: { outcome: ServiceTest }) {
  const t = useTranslations("engines");
  const format = useFormatter();
  const locale = useLocale();
  const { source, target, text, translation, milliseconds, directions } = outcome;
  return (
    <Notice
      tone="success"
      live
      title={t("testDone", { milliseconds: format.number(milliseconds), directions: format.number(directions) })}
    >
      <p>
        <LanguagePair
          source={<span lang={source ?? undefined}>{text}</span>}
          target={<span lang={target ?? undefined}>{translation}</span>}
        />
        {target ? <span className="text-muted"> ({languageName(target, locale)})</span> : null}
      </p>
    </Notice>
  );
}

/** The trial of a saved service, with the quality of the measured pairs. */
function TrialOutcome({ trial: { sent, received, ms, pairs } }: { trial: ServiceTrial }) {
  const t = useTranslations("engines");
  const format = useFormatter();
  const locale = useLocale();
  return (
    <Notice tone="success" live title={t("trialDone", { milliseconds: format.number(ms) })}>
      <p dir="auto">
        <LanguagePair source={<span lang="en">{sent}</span>} target={received} />
      </p>
      {pairs.length > 0 ? (
        <>
          <p className="mt-2">{t("trialPairs")}</p>
          <ul className="flex flex-col gap-2 text-sm">
            {pairs.map(({ source, target, chrf, ...answer }) => (
              <li key={`${source} ${target}`}>
                <p className="flex flex-wrap items-center gap-x-4">
                  <LanguagePair source={languageName(source, locale)} target={languageName(target, locale)} />
                  {chrf === null ? null : (
                    <span className="tabular font-semibold">{format.number(chrf, { maximumFractionDigits: 1 })}</span>
                  )}
                  {answer.ms === null ? null : (
                    <span className="tabular text-muted">
                      {format.number(answer.ms, { style: "unit", unit: "millisecond" })}
                    </span>
                  )}
                </p>
                {answer.received === null ? (
                  <p>{answer.sent === null ? t("trialNoSentence") : t("trialNoAnswer")}</p>
                ) : (
                  <p className="text-muted">
                    <LanguagePair
                      source={<bdi lang={source}>{answer.sent}</bdi>}
                      target={<bdi lang={target}>{answer.received}</bdi>}
                    />
                  </p>
                )}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Notice>
  );
}
