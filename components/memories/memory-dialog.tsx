"use client";

import { useState } from "react";
import { useTranslations } from "use-intl";
import { ResourceDialog } from "@/components/language-resources/resource-dialog";
import { Radio } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useFieldError } from "@/lib/client/field-errors";
import { type Memory, useCreateMemory, useUpdateMemory } from "@/lib/client/memories";

const POLICIES = ["reviewed", "confirmed"] as const;

type MemoryDialogProps = {
  /** Null to create a new one. */
  readonly memory: Memory | null;
  readonly onClose: () => void;
};

/** Creates a memory, or changes its name, write policy and penalty. */
export default function MemoryDialog({ memory, onClose }: MemoryDialogProps) {
  const t = useTranslations("memories");
  const fieldError = useFieldError();
  const create = useCreateMemory();
  const update = useUpdateMemory(memory?.id ?? "");
  const [isPenaltyWrong, setPenaltyWrong] = useState(false);

  const read = (data: FormData) => {
    const penalty = Number(data.get("penalty"));
    const isRight = Number.isInteger(penalty) && penalty >= 0 && penalty <= 100;
    setPenaltyWrong(!isRight);
    return isRight
      ? { penalty, writePolicy: POLICIES.find((policy) => policy === data.get("writePolicy")) ?? "reviewed" }
      : null;
  };

  return (
    <ResourceDialog
      kind="memories"
      resource={memory}
      create={create}
      change={update}
      read={read}
      more={["writePolicy", "penalty"]}
      onClose={onClose}
    >
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 text-sm font-medium">{t("writePolicy")}</legend>
        {POLICIES.map((policy) => (
          <Radio
            key={policy}
            name="writePolicy"
            value={policy}
            defaultChecked={policy === (memory?.writePolicy ?? "reviewed")}
            label={t(`policies.${policy}`)}
            hint={t(`policyTexts.${policy}`)}
          />
        ))}
      </fieldset>
      <Field
        label={t("penalty")}
        hint={t("penaltyHint")}
        error={isPenaltyWrong ? t("penaltyWrong") : fieldError(create.error ?? update.error, "penalty")}
        className="max-w-60"
      >
        <Input
          name="penalty"
          type="number"
          inputMode="numeric"
          min={0}
          max={100}
          step={1}
          defaultValue={memory?.penalty ?? 0}
        />
      </Field>
    </ResourceDialog>
  );
}
