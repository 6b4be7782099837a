"use client";

import { useRouter } from "next/navigation";
import { type SubmitEvent, useId, useState } from "react";
import { useTranslations } from "use-intl";
import { SourceLanguageField } from "@/components/language-resources/source-language-field";
import { Button } from "@/components/ui/button";
import { Radio } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { fieldError, isAllBesideFields } from "@/lib/client/field-errors";
import { type Memory, useCreateMemory, useUpdateMemory } from "@/lib/client/memories";

const POLICIES = ["reviewed", "confirmed"] as const;

type MemoryDialogProps = {
  /** Null: a new one is made. */
  readonly memory: Memory | null;
  readonly onClose: () => void;
};

type Faults = { readonly name?: string; readonly source?: string; readonly penalty?: string };

/** Makes a memory, or changes what it is called, what feeds it and what its matches count. */
export default function MemoryDialog({ memory, onClose }: MemoryDialogProps) {
  const t = useTranslations("memories");
  const resources = useTranslations("resources");
  const ui = useTranslations("ui");
  const router = useRouter();
  const create = useCreateMemory();
  const update = useUpdateMemory(memory?.id ?? "");
  const [sourceLanguage, setSourceLanguage] = useState<string | null>(null);
  const [faults, setFaults] = useState<Faults>({});
  const formId = useId();
  const error = create.error ?? update.error;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const name = String(data.get("name") ?? "").trim();
    const penalty = Number(data.get("penalty"));
    const writePolicy = POLICIES.find((policy) => policy === data.get("writePolicy")) ?? "reviewed";
    const found: Faults = {
      ...(name ? {} : { name: resources("nameMissing") }),
      ...(memory || sourceLanguage ? {} : { source: resources("sourceMissing") }),
      ...(Number.isInteger(penalty) && penalty >= 0 && penalty <= 100 ? {} : { penalty: t("penaltyWrong") }),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const body = { name, writePolicy, penalty };
    if (memory)
      update.mutate(body, {
        onSuccess: () => {
          toast(ui("saved"), { tone: "success" });
          onClose();
        },
      });
    else if (sourceLanguage)
      create.mutate({ ...body, sourceLanguage }, { onSuccess: ({ id }) => router.push(`/memories/${id}`) });
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={memory ? t("changeTitle") : t("create")}
      description={memory ? undefined : t("createText")}
      footer={
        <>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            pending={create.isPending || create.isSuccess || update.isPending}
          >
            {memory ? ui("save") : ui("create")}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Field label={resources("name")} error={faults.name ?? fieldError(error, "name")} required>
          <Input name="name" maxLength={200} autoComplete="off" dir="auto" defaultValue={memory?.name} />
        </Field>
        {memory ? null : (
          <SourceLanguageField
            value={sourceLanguage}
            error={faults.source ?? fieldError(error, "sourceLanguage")}
            onChange={setSourceLanguage}
          />
        )}
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
          error={faults.penalty ?? fieldError(error, "penalty")}
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
        {error && !isAllBesideFields(error, FIELDS) ? (
          <Failure error={error} title={memory ? resources("notSaved") : t("createFailed")} />
        ) : null}
      </form>
    </Dialog>
  );
}

/** Fields beside which the form says what is wrong with them. */
const FIELDS = ["name", "sourceLanguage", "writePolicy", "penalty"];
