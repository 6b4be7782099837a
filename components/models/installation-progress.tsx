"use client";

import { useTranslations } from "use-intl";
import { useByteSize } from "@/components/files/byte-size";
import { Progress } from "@/components/ui/progress";
import type { ModelInstallation } from "@/lib/schemas/engines";

type InstallationProgressProps = {
  readonly installation: Pick<ModelInstallation, "state" | "bytesDone" | "bytesTotal">;
  /** Names of the model's languages. */
  readonly name: string;
};

/** Progress of a download as a bar and in words. A downloaded model is tested. */
export function InstallationProgress({ installation, name }: InstallationProgressProps) {
  const t = useTranslations("installation");
  const byteSize = useByteSize();
  const { state, bytesDone: done, bytesTotal: total } = installation;
  const isWhole = total > 0 && done >= total;
  const words =
    state === "queued"
      ? t("waiting")
      : isWhole
        ? t("trying")
        : total > 0
          ? t("progress", { done: byteSize(done), total: byteSize(total) })
          : t("begun");
  return (
    <div className="flex min-w-0 grow flex-col gap-1">
      <Progress
        label={t("installing", { name })}
        percent={state === "queued" || total === 0 || isWhole ? null : (100 * done) / total}
        valueText={words}
      />
      <span className="tabular text-sm text-muted">{words}</span>
    </div>
  );
}
