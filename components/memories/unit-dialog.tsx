"use client";

import { useId, useRef, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { EncodedText } from "@/components/editor/encoded-text";
import { type FieldHandle, SegmentField } from "@/components/editor/segment-field";
import { tagChoices, withMissingTags } from "@/components/editor/tags";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Failure } from "@/components/ui/failure";
import { FormDialog } from "@/components/ui/form-dialog";
import { toast } from "@/components/ui/toast";
import { areAllShownByFields, useFieldError } from "@/lib/client/field-errors";
import { type Memory, type Unit, useChangeUnit } from "@/lib/client/memories";
import { languageName } from "@/lib/text/languages";

/** A memory stores only the numbers of codes. */
const NO_CODES: readonly never[] = [];

type UnitDialogProps = { readonly memory: Memory; readonly unit: Unit; readonly onClose: () => void };

/** Corrects the translation of a unit. */
export default function UnitDialog({ memory, unit, onClose }: UnitDialogProps) {
  const t = useTranslations("memories");
  const resources = useTranslations("resources");
  const ui = useTranslations("ui");
  const fieldError = useFieldError();
  const locale = useLocale();
  const save = useChangeUnit(memory.id, unit.id);
  const field = useRef<FieldHandle>(null);
  const [target, setTarget] = useState(unit.target);
  const [isEmpty, setEmpty] = useState(false);
  const faultId = useId();
  const missing = tagChoices(unit.source, target).filter((choice) => choice.isMissing);
  const fault = isEmpty && target.trim() === "" ? t("translationMissing") : fieldError(save.error, "target");
  const label = t("translationInto", { language: languageName(unit.language, locale) });

  const submit = (data: FormData) => {
    setEmpty(target.trim() === "");
    if (target.trim() === "") return field.current?.focus();
    save.mutate(
      { target, reviewed: data.has("reviewed") },
      {
        onSuccess: () => {
          toast(ui("saved"), { tone: "success" });
          onClose();
        },
      },
    );
  };

  return (
    <FormDialog
      size="lg"
      title={t("changeUnitTitle")}
      submitLabel={ui("save")}
      pending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="flex flex-col gap-1.5">
        <p className="text-sm font-medium">{languageName(memory.sourceLanguage, locale)}</p>
        <EncodedText
          text={unit.source}
          codes={NO_CODES}
          language={memory.sourceLanguage}
          className="rounded-md bg-sunken px-3 py-2"
        />
      </div>
      <div className="flex flex-col gap-1.5">
        <p aria-hidden="true" className="text-sm font-medium">
          {label}
        </p>
        <SegmentField
          ref={field}
          value={target}
          onChange={setTarget}
          codes={NO_CODES}
          language={unit.language}
          label={label}
          describedBy={faultId}
          readOnly={false}
        />
        <p id={faultId} aria-live="polite" className="text-sm text-danger empty:hidden">
          {fault}
        </p>
        {missing.length > 0 ? (
          <Button size="sm" className="self-start" onClick={() => setTarget(withMissingTags(unit.source, target))}>
            {t("insertMissing", { count: missing.length })}
          </Button>
        ) : null}
      </div>
      <Checkbox name="reviewed" defaultChecked={unit.reviewed} label={t("reviewed")} hint={t("reviewedHint")} />
      {save.error && !areAllShownByFields(save.error, ["target"]) ? (
        <Failure error={save.error} title={resources("notSaved")} />
      ) : null}
    </FormDialog>
  );
}
