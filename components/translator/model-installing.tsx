"use client";

import { useTranslations } from "use-intl";
import { InstallationProgress } from "@/components/models/installation-progress";
import { useArrow } from "@/components/ui/writing";
import type { ModelInstalling as Installing } from "@/lib/client/translation";

type ModelInstallingProps = {
  readonly installing: Installing;
  readonly nameOf: (code: string) => string;
};

/** The download for which a translation waits. */
export default function ModelInstalling({ installing, nameOf }: ModelInstallingProps) {
  const t = useTranslations("installation");
  const arrow = useArrow();
  const { pair, phase, progress, downloadBytes, request } = installing;
  const source = pair.slice(0, -request.target.length - 1);
  const name = `${nameOf(source)} ${arrow} ${nameOf(request.target)}`;
  return (
    <div role="status" className="mt-4 flex flex-col gap-3 text-sm">
      <p>{t("arriving", { name })}</p>
      <InstallationProgress
        installation={{
          state: phase === "queued" ? "queued" : "running",
          bytesDone: phase === "checking" ? downloadBytes : Math.min(progress, 0.99) * downloadBytes,
          bytesTotal: downloadBytes,
        }}
        name={name}
      />
    </div>
  );
}
