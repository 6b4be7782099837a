"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Facts } from "@/components/ui/facts";
import { Ban, Check, CircleOff, Clock, Network, RefreshCw } from "@/components/ui/icons";
import { Time } from "@/components/ui/time";
import type { Key } from "@/lib/client/keys";
import { useUsage } from "@/lib/client/usage";
import type { Scope } from "@/lib/vocabulary/rights";
import { LastDay } from "./last-day";

const STATES = {
  active: { tone: "success", icon: Check },
  replaced: { tone: "warning", icon: Clock },
  expired: { tone: "neutral", icon: CircleOff },
  revoked: { tone: "danger", icon: Ban },
} as const;

type KeyRowProps = {
  readonly apiKey: Key;
  readonly onAddresses: () => void;
  readonly onRotate: () => void;
  readonly onRevoke: () => void;
};

/** A key in the list, with its actions while it is valid. */
export function KeyRow({ apiKey: key, onAddresses, onRotate, onRevoke }: KeyRowProps) {
  const t = useTranslations("keys");
  const scopeLabel = useScopeLabel();
  const state = key.state === "active" && key.replacedBy ? "replaced" : key.state;
  const { tone, icon: Icon } = STATES[state];
  return (
    <li className="flex flex-col gap-3 p-4 sm:flex-row sm:items-start sm:justify-between sm:gap-6">
      <div className="flex min-w-0 flex-col gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h3 className="min-w-0 text-base break-words">
            <bdi>{key.name}</bdi>
          </h3>
          <Badge tone={tone}>
            <Icon />
            {t(`state.${state}`)}
          </Badge>
          <code dir="ltr" className="font-mono text-sm text-muted">
            {key.start}…{key.last4}
          </code>
        </div>
        <ul className="flex flex-wrap gap-1.5" aria-label={t("scopes")}>
          {key.scopes.map((scope) => (
            <li key={scope}>
              <Badge>{scopeLabel(scope)}</Badge>
            </li>
          ))}
        </ul>
        <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
          <Fact name={t("lastUsed")}>
            {key.lastUsedAt ? <LastUse at={key.lastUsedAt} address={key.lastUsedFrom} /> : t("never")}
          </Fact>
          <Fact name={t("thisHour")}>
            {key.hourlyLimit === null
              ? t("requests", { count: key.requestsThisHour })
              : t("requestsOf", { count: key.requestsThisHour, limit: key.hourlyLimit })}
          </Fact>
          {key.lastUsedAt ? <LastDayFact keyId={key.id} /> : null}
          <Fact name={t("made")}>
            <WhenAndWho at={<Time value={key.createdAt} show="date" />} by={key.createdBy} />
          </Fact>
          {key.allowedAddresses ? (
            <Fact name={t("allowedAddresses")}>
              <code dir="ltr" className="font-mono break-all">
                {key.allowedAddresses.join(", ")}
              </code>
            </Fact>
          ) : null}
          <Validity apiKey={key} />
        </dl>
      </div>
      {key.state === "active" ? (
        <div className="flex shrink-0 flex-wrap gap-2 print:hidden">
          <Button icon={Network} size="sm" onClick={onAddresses}>
            {t("changeAddresses")}
            <span className="sr-only"> {key.name}</span>
          </Button>
          {state === "active" ? (
            <Button icon={RefreshCw} size="sm" onClick={onRotate}>
              {t("rotate")}
              <span className="sr-only"> {key.name}</span>
            </Button>
          ) : null}
          <Button icon={Ban} size="sm" variant="danger-ghost" onClick={onRevoke}>
            {t("revoke")}
            <span className="sr-only"> {key.name}</span>
          </Button>
        </div>
      ) : null}
    </li>
  );
}

function Validity({ apiKey: key }: { apiKey: Key }) {
  const t = useTranslations("keys");
  if (key.revokedAt)
    return (
      <Fact name={t("revokedOn")}>
        <WhenAndWho at={<Time value={key.revokedAt} show="relative" />} by={key.revokedBy} />
      </Fact>
    );
  if (!key.expiresAt) return <Fact name={t("expires")}>{t("never")}</Fact>;
  return (
    <Fact name={key.state === "expired" ? t("expired") : t("expires")}>
      <Time value={key.expiresAt} />
    </Fact>
  );
}

function LastUse({ at, address }: { readonly at: string; readonly address: string | null }) {
  const from = <bdi key="from">{address}</bdi>;
  return <Facts facts={[<Time key="at" value={at} show="relative" />, ...(address ? [from] : [])]} />;
}

/** All rows share one request. */
function LastDayFact({ keyId }: { readonly keyId: string }) {
  const t = useTranslations("keys");
  const { data: usage } = useUsage({ bucket: "hour", groupBy: "key" });
  if (!usage) return null;
  return (
    <Fact name={t("lastDay")}>
      <LastDay rows={usage.rows} keyId={keyId} />
    </Fact>
  );
}

function WhenAndWho({ at, by }: { at: ReactNode; by: Key["createdBy"] }) {
  return <Facts facts={[at, ...(by ? [<bdi key="by">{by.name}</bdi>] : [])]} />;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-muted">{name}</dt>
      <dd className="tabular">{children}</dd>
    </div>
  );
}

type KeyOf<Name extends string> = Name extends `${infer Noun}:${infer Verb}` ? `${Noun}-${Verb}` : Name;

/** Names of scopes in the language of the interface. A new scope without an English label does not compile. */
export function useScopeLabel(): (scope: string) => string {
  const t = useTranslations("keys");
  return (scope) => {
    const key = `scope.${scope.replace(":", "-") as KeyOf<Scope>}` as const;
    return t.has(key) ? t(key) : scope;
  };
}
