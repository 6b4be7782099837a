"use client";

import { useTranslations } from "use-intl";
import { useByteSize } from "@/components/files/byte-size";
import { InstallationProgress } from "@/components/models/installation-progress";
import { Badge } from "@/components/ui/badge";
import { Button, IconButton } from "@/components/ui/button";
import { Facts } from "@/components/ui/facts";
import { Download, RefreshCw, Trash2, X } from "@/components/ui/icons";
import { Notice } from "@/components/ui/notice";
import { Time } from "@/components/ui/time";
import { isUnderWay, useCancelInstallation } from "@/lib/client/engines";
import type { Model } from "@/lib/schemas/engines";

type ModelRowProps = {
  readonly model: Model;
  /** Names of its languages. */
  readonly name: string;
  /** Number of recent requests for its pair. */
  readonly requests: number;
  readonly onInstall: () => void;
  readonly onRemove: () => void;
};

/** The model of a language pair: kind, size and actions. */
export function ModelRow({ model, name, requests, onInstall, onRemove }: ModelRowProps) {
  const t = useTranslations("engines");
  const { installed, offered, hasUpdate, installation } = model;
  const busy = isUnderWay(model);
  return (
    <li className="flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-col gap-1">
          <div className="flex flex-wrap items-center gap-2">
            <h4 className="text-base">{name}</h4>
            {offered && offered.status !== "released" ? (
              <Badge tone="warning">{t("unreleased", { status: offered.status })}</Badge>
            ) : null}
            {hasUpdate ? <Badge tone="accent">{t("updateThere", { version: offered?.version ?? "" })}</Badge> : null}
          </div>
          <ModelFacts model={model} requests={requests} />
        </div>
        <div className="flex items-center gap-2">
          {!busy && offered && (!installed || hasUpdate) ? (
            <Button icon={installed ? RefreshCw : Download} size="sm" onClick={onInstall}>
              {installed ? t("update") : t("install")}
              <span className="sr-only"> {name}</span>
            </Button>
          ) : null}
          {!busy && installed ? (
            <IconButton icon={Trash2} size="sm" label={t("removeNamed", { name })} onClick={onRemove} />
          ) : null}
        </div>
      </div>
      {installation ? <Installation installation={installation} name={name} /> : null}
    </li>
  );
}

function ModelFacts({ model: { installed, offered }, requests }: { model: Model; requests: number }) {
  const t = useTranslations("engines");
  const byteSize = useByteSize();
  const shown = installed ?? offered;
  if (!shown) return null;
  const bytes = installed?.bytes ?? offered?.downloadBytes ?? 0;
  return (
    <Facts
      className="text-sm text-muted"
      facts={[
        t("requests", { count: requests }),
        ...(bytes > 0 ? [byteSize(bytes)] : []),
        // A source without versions reports 0.
        ...(shown.version === "0" ? [] : [t("version", { version: shown.version })]),
        <bdi key="architecture" lang="en">
          {shown.architecture}
        </bdi>,
        <bdi key="license">{shown.license}</bdi>,
        ...(installed
          ? [
              <span key="installed">
                {t("installedOn")} <Time value={installed.installedAt} show="date" />
              </span>,
            ]
          : []),
      ]}
    />
  );
}

type InstallationProps = { readonly installation: NonNullable<Model["installation"]>; readonly name: string };

function Installation({ installation, name }: InstallationProps) {
  const t = useTranslations("engines");
  const cancel = useCancelInstallation();
  const stop = () => cancel.mutate(installation.id);
  if (installation.state === "failed")
    return (
      <Notice
        tone="danger"
        title={t("notInstalled")}
        actions={
          <Button size="sm" pending={cancel.isPending} onClick={stop}>
            {t("dismiss")}
            <span className="sr-only"> {name}</span>
          </Button>
        }
      >
        <p lang="en" dir="ltr">
          {installation.error?.message}
        </p>
      </Notice>
    );
  return (
    <div className="flex items-center gap-3">
      <InstallationProgress installation={installation} name={name} />
      <IconButton icon={X} size="sm" label={t("stopNamed", { name })} pending={cancel.isPending} onClick={stop} />
    </div>
  );
}
