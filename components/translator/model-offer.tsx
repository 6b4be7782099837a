"use client";

import Link from "next/link";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useByteSize } from "@/components/files/byte-size";
import { InstallationProgress } from "@/components/models/installation-progress";
import { Button, buttonClass } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Download, Sparkles } from "@/components/ui/icons";
import { useArrow, useCommaList } from "@/components/ui/writing";
import { isUnderWay, useInstallModels } from "@/lib/client/engines";
import type { Model, ModelOffer as Offer } from "@/lib/schemas/engines";

type ModelOfferProps = { readonly offer: Offer; readonly nameOf: (code: string) => string };

/** For administrators: a neural model that would improve or enable the languages, with an install button. */
export default function ModelOffer({ offer, nameOf }: ModelOfferProps) {
  const t = useTranslations("installation");
  const byteSize = useByteSize();
  const install = useInstallModels();
  const [isRefused, setRefused] = useState(false);
  const { models, isBetter, isComing } = offer;
  const arrow = useArrow();
  const commaList = useCommaList();
  const pairOf = ({ source, target }: Model) => `${nameOf(source)} ${arrow} ${nameOf(target)}`;
  const names = commaList(models.map(pairOf));
  const bytes = models.reduce((sum, model) => sum + (model.offered?.downloadBytes ?? 0), 0);
  const failed = models.find(({ installation }) => installation?.state === "failed");
  if (isRefused && !isComing) return null;
  return (
    <section aria-label={t("offer")} className="mt-6 flex gap-3 rounded-md border border-line px-3.5 py-3 text-sm">
      <Sparkles className="mt-0.5 size-4 shrink-0 text-accent" />
      <div className="flex min-w-0 grow flex-col gap-3">
        <p>{isBetter ? t("offerBetter", { models: names }) : t("offerNew", { models: names })}</p>
        <Failure error={install.error} title={t("failed")} />
        {failed && !isComing ? (
          <p role="alert" lang="en" dir="ltr" className="text-danger">
            {failed.installation?.error?.message}
          </p>
        ) : null}
        {isComing ? (
          <div role="status" className="flex flex-col gap-2">
            {models.map((model) => (
              <InstallationProgress
                key={model.pair}
                installation={isUnderWay(model) && model.installation ? model.installation : ARRIVED}
                name={pairOf(model)}
              />
            ))}
          </div>
        ) : (
          <div className="flex flex-wrap gap-2">
            <Button
              icon={Download}
              size="sm"
              variant="primary"
              pending={install.isPending}
              onClick={() => install.mutate(models.map(({ pair }) => pair))}
            >
              {bytes > 0 ? t("install", { size: byteSize(bytes) }) : t("installPlain")}
            </Button>
            {isBetter ? (
              <Button size="sm" variant="ghost" onClick={() => setRefused(true)}>
                {t("notNow")}
              </Button>
            ) : null}
            <Link href="/admin/models" className={buttonClass("ghost", "sm")}>
              {t("allModels")}
            </Link>
          </div>
        )}
      </div>
    </section>
  );
}

/** The model is downloaded. The engine will notice it shortly. */
const ARRIVED = { state: "running", bytesDone: 1, bytesTotal: 1 } as const;
