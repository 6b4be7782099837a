"use client";

import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Radio } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Failure } from "@/components/ui/failure";
import { type Key, type Overlap, useRotateKey } from "@/lib/client/keys";
import { SecretDialog } from "./secret-dialog";

const OVERLAPS: readonly Overlap[] = ["0", "1h", "24h", "7d"];

type RotateKeyDialogProps = { readonly apiKey: Key; readonly address: string; readonly onClose: () => void };

/** Asks how long the old key goes on working, then shows the new one. */
export default function RotateKeyDialog({ apiKey: key, address, onClose }: RotateKeyDialogProps) {
  const t = useTranslations("keys");
  const ui = useTranslations("ui");
  const rotate = useRotateKey();
  const [overlap, setOverlap] = useState<Overlap>("24h");
  if (rotate.data) return <SecretDialog made={rotate.data} address={address} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("rotateNamed", { name: key.name })}
      description={t("rotateText")}
      footer={
        <>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button variant="primary" pending={rotate.isPending} onClick={() => rotate.mutate({ id: key.id, overlap })}>
            {t("rotate")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-2 text-sm font-medium">{t("overlap")}</legend>
          {OVERLAPS.map((value) => (
            <Radio
              key={value}
              name="overlap"
              checked={overlap === value}
              onChange={() => setOverlap(value)}
              label={t(`overlaps.${value as "0"}`)}
            />
          ))}
        </fieldset>
        {rotate.error ? <Failure error={rotate.error} title={t("rotateFailed")} /> : null}
      </div>
    </Dialog>
  );
}
