"use client";

import { useState } from "react";
import { useTranslations } from "use-intl";
import { Radio } from "@/components/ui/checkbox";
import { Failure } from "@/components/ui/failure";
import { FormDialog } from "@/components/ui/form-dialog";
import { type Key, useRotateKey } from "@/lib/client/keys";
import { KEY_OVERLAPS, type KeyOverlap } from "@/lib/vocabulary/accounts";
import { SecretDialog } from "./secret-dialog";

type RotateKeyDialogProps = { readonly apiKey: Key; readonly address: string; readonly onClose: () => void };

/** Asks how long the old key stays valid, then shows the new key. */
export default function RotateKeyDialog({ apiKey: key, address, onClose }: RotateKeyDialogProps) {
  const t = useTranslations("keys");
  const rotate = useRotateKey();
  const [overlap, setOverlap] = useState<KeyOverlap>("24h");
  if (rotate.data) return <SecretDialog made={rotate.data} address={address} onClose={onClose} />;
  return (
    <FormDialog
      title={t("rotateNamed", { name: key.name })}
      description={t("rotateText")}
      submitLabel={t("rotate")}
      pending={rotate.isPending}
      onSubmit={() => rotate.mutate({ id: key.id, overlap })}
      onClose={onClose}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 text-sm font-medium">{t("overlap")}</legend>
        {KEY_OVERLAPS.map((value) => (
          <Radio
            key={value}
            name="overlap"
            checked={overlap === value}
            onChange={() => setOverlap(value)}
            label={t(`overlaps.${value as "0"}`)}
          />
        ))}
      </fieldset>
      <Failure error={rotate.error} title={t("rotateFailed")} />
    </FormDialog>
  );
}
