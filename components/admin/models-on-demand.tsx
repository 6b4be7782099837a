"use client";

import { useTranslations } from "use-intl";
import { useByteSize } from "@/components/files/byte-size";
import { InstallationProgress } from "@/components/models/installation-progress";
import { Card } from "@/components/ui/card";
import { Switch } from "@/components/ui/checkbox";
import { Failure } from "@/components/ui/failure";
import { Progress } from "@/components/ui/progress";
import { useForbidOnDemand } from "@/lib/client/engines";
import { errorOfRecord } from "@/lib/client/error-record";
import { useErrorText } from "@/lib/client/texts";
import type { ModelList } from "@/lib/schemas/engines";

type ModelsOnDemandProps = {
  readonly list: ModelList;
  /** Display name of a pair such as `de-en`. */
  readonly nameOf: (pair: string) => string;
};

/** Whether requests fetch the models they need, the running and failed downloads, and the disk space they may use. */
export function ModelsOnDemand({ list: { onDemand }, nameOf }: ModelsOnDemandProps) {
  const t = useTranslations("engines");
  const byteSize = useByteSize();
  const forbid = useForbidOnDemand();
  const errorText = useErrorText();
  const { isConfigured, isForbidden, queue, failed, diskBytes, usedBytes: used } = onDemand;
  const waiting = queue.filter(({ phase }) => phase === "queued").length;
  const disk = t("disk", { used: byteSize(used), limit: byteSize(diskBytes) });
  return (
    <Card className="flex flex-col gap-4 p-4">
      <Switch
        label={t("onDemand")}
        hint={isConfigured ? t("onDemandText") : t("onDemandOff")}
        checked={isConfigured && !isForbidden}
        disabled={!isConfigured || forbid.isPending}
        onChange={(event) => forbid.mutate(!event.target.checked)}
      />
      <Failure error={forbid.error} title={t("notSaved")} />
      <div className="flex flex-col gap-1">
        <Progress label={disk} percent={Math.min((100 * used) / diskBytes, 100)} valueText={disk} />
        <span className="tabular text-sm text-muted">{disk}</span>
      </div>
      {failed.length > 0 ? (
        <ul className="flex flex-col gap-1 text-sm">
          {failed.map(({ pair, reason }) => (
            <li key={pair}>
              {nameOf(pair)}{" "}
              <span className="text-warning">
                {errorText(errorOfRecord({ code: "model_unavailable", message: "", reason }))}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {queue.length > 0 ? (
        <section aria-label={t("queue")} className="flex flex-col gap-3">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <h3 className="text-sm font-medium">{t("queue")}</h3>
            <span className="tabular text-sm text-muted">
              {t("queueCounts", { running: queue.length - waiting, waiting })}
            </span>
          </div>
          <ul className="flex flex-col gap-3">
            {queue.map(({ pair, phase, progress, downloadBytes }) => (
              <li key={pair} className="flex flex-col gap-1">
                <span>{nameOf(pair)}</span>
                <InstallationProgress
                  installation={{
                    state: phase === "queued" ? "queued" : "running",
                    bytesDone: phase === "checking" ? downloadBytes : Math.min(progress, 0.99) * downloadBytes,
                    bytesTotal: downloadBytes,
                  }}
                  name={nameOf(pair)}
                />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </Card>
  );
}
