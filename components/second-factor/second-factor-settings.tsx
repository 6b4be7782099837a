"use client";

import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Failure } from "@/components/ui/failure";
import { KeyRound, LifeBuoy, Smartphone } from "@/components/ui/icons";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { useLayer } from "@/components/ui/use-layer";
import { useSecondFactor } from "@/lib/client/second-factor";
import type { SecondFactor } from "@/lib/schemas/second-factor";

const AuthenticatorDialog = lazy(() => import("./authenticator-dialog"));
const PasskeyDialog = lazy(() => import("./passkey-dialog"));
const RemoveDialog = lazy(() => import("./remove-dialog"));
const NewCodesDialog = lazy(() => import("./new-codes-dialog"));
const CodesDialog = lazy(() => import("./codes-dialog"));

type Task =
  | { readonly kind: "app" | "passkey" | "codes" | "removeApp" }
  | { readonly kind: "removePasskey"; readonly id: string; readonly name: string };

type SecondFactorSettingsProps = {
  readonly initial: SecondFactor;
  readonly hasPassword: boolean;
  /** Called when a second factor exists and the person has its recovery codes. */
  readonly onAdded?: () => void;
};

/** The person's authenticator app, passkeys and recovery codes. */
export function SecondFactorSettings({ initial, hasPassword, onAdded }: SecondFactorSettingsProps) {
  const t = useTranslations("secondFactor");
  const query = useSecondFactor(initial);
  const state = query.data;
  const [task, start, close] = useLayer<Task>();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const hasAny = state.authenticator || state.passkeys.length > 0;
  const done = (made: readonly string[] | null) => {
    close();
    toast(t("isOn"), { tone: "success" });
    if (made) setCodes(made);
    else onAdded?.();
  };
  const dialog = { hasPassword, onClose: close };
  return (
    <>
      <Failure error={query.error} title={t("loadFailed")} onRetry={() => void query.refetch()} />
      <Card>
        <ul className="divide-y divide-line">
          <Row
            icon={<Smartphone />}
            name={t("app")}
            badge={state.authenticator ? <Badge tone="success">{t("on")}</Badge> : null}
            text={t("appText")}
            action={
              state.authenticator ? (
                <Button size="sm" variant="danger-ghost" onClick={() => start({ kind: "removeApp" })}>
                  {t("remove")}
                  <span className="sr-only"> {t("app")}</span>
                </Button>
              ) : (
                <Button size="sm" onClick={() => start({ kind: "app" })}>
                  {t("setUp")}
                </Button>
              )
            }
          />
          <Row
            icon={<KeyRound />}
            name={t("passkeys")}
            text={state.passkeysWork ? t("passkeysText") : t("noPasskeysHere")}
            action={
              state.passkeysWork ? (
                <Button size="sm" onClick={() => start({ kind: "passkey" })}>
                  {t("addPasskey")}
                </Button>
              ) : null
            }
          />
          {state.passkeys.map((passkey) => (
            <Row
              key={passkey.id}
              name={<bdi>{passkey.name}</bdi>}
              text={
                <Facts
                  facts={[
                    <span key="added">
                      {t("added")} <Time value={passkey.createdAt} show="date" />
                    </span>,
                    ...(passkey.lastUsedAt
                      ? [
                          <span key="used">
                            {t("lastUsed")} <Time value={passkey.lastUsedAt} show="relative" />
                          </span>,
                        ]
                      : []),
                  ]}
                />
              }
              action={
                <Button
                  size="sm"
                  variant="danger-ghost"
                  onClick={() => start({ kind: "removePasskey", id: passkey.id, name: passkey.name })}
                >
                  {t("remove")}
                  <span className="sr-only"> {passkey.name}</span>
                </Button>
              }
            />
          ))}
          {hasAny ? (
            <Row
              icon={<LifeBuoy />}
              name={t("recovery")}
              badge={
                <Badge tone={state.recoveryCodesLeft < 3 ? "warning" : "neutral"}>
                  {t("recoveryLeft", { count: state.recoveryCodesLeft })}
                </Badge>
              }
              text={t("recoveryText")}
              action={
                <Button size="sm" onClick={() => start({ kind: "codes" })}>
                  {t("newCodes")}
                </Button>
              }
            />
          ) : null}
        </ul>
      </Card>
      <Suspense fallback={null}>
        {task?.kind === "app" ? <AuthenticatorDialog {...dialog} onDone={done} /> : null}
        {task?.kind === "passkey" ? <PasskeyDialog {...dialog} onDone={done} /> : null}
        {task?.kind === "removeApp" ? <RemoveDialog {...dialog} title={t("removeApp")} passkeyId={null} /> : null}
        {task?.kind === "removePasskey" ? (
          <RemoveDialog {...dialog} title={t("removePasskey", { name: task.name })} passkeyId={task.id} />
        ) : null}
        {task?.kind === "codes" ? (
          <NewCodesDialog
            {...dialog}
            onDone={(made) => {
              close();
              setCodes(made);
            }}
          />
        ) : null}
        {codes ? (
          <CodesDialog
            codes={codes}
            onClose={() => {
              setCodes(null);
              onAdded?.();
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}

type RowProps = {
  readonly icon?: ReactNode;
  readonly name: ReactNode;
  readonly badge?: ReactNode;
  readonly text: ReactNode;
  readonly action: ReactNode;
};

function Row({ icon, name, badge, text, action }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <span className="w-5 shrink-0 self-start pt-0.5 text-muted [&>svg]:size-5">{icon}</span>
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-2 wrap-anywhere">
          {name}
          {badge}
        </p>
        <div className="text-sm text-muted">{text}</div>
      </div>
      {action}
    </li>
  );
}
