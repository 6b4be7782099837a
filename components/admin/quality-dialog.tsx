"use client";

import { useTranslations } from "use-intl";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { useChangeQuality } from "@/lib/client/engines";
import { useFieldError } from "@/lib/client/field-errors";
import type { EngineQualityList, QualityRow } from "@/lib/schemas/engines";

/** An engine's scores for a pair, and the quality used to choose it if that differs from the estimate. */
export type PairOfEngine = Pick<QualityRow, "engine" | "source" | "target"> & {
  readonly row?: QualityRow;
  readonly used?: EngineQualityList["qualities"][number];
};

type QualityDialogProps = {
  readonly pair: PairOfEngine;
  readonly nameOf: (tag: string) => string;
  readonly onClose: () => void;
};

/** Sets the quality used to choose an engine for a pair. An empty field restores the estimate. */
export default function QualityDialog({ pair: { engine, source, target, used }, nameOf, onClose }: QualityDialogProps) {
  const t = useTranslations("engines");
  const ui = useTranslations("ui");
  const fieldError = useFieldError();
  const change = useChangeQuality();
  const save = (data: FormData) => {
    const typed = String(data.get("quality") ?? "").trim();
    change.mutate({ engine, source, target, quality: typed === "" ? null : Number(typed) }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={t("changeQuality", { name: `${nameOf(source)} → ${nameOf(target)}, ${engine}` })}
      description={t("changeQualityText")}
      submitLabel={ui("save")}
      pending={change.isPending}
      browserChecks
      onSubmit={save}
      onClose={onClose}
    >
      <Field label={t("usedQuality")} hint={t("usedQualityHint")} error={fieldError(change.error, "quality")}>
        <Input
          type="number"
          name="quality"
          min={0}
          max={100}
          step={0.1}
          inputMode="decimal"
          defaultValue={used?.quality ?? ""}
        />
      </Field>
      <Failure error={change.error} fields={["quality"]} />
    </FormDialog>
  );
}
