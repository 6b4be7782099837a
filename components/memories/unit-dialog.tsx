"use client";

import { useId, useRef, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { useFormName } from "@/components/editor/form-name";
import { MessageText } from "@/components/editor/message-text";
import { type FieldHandle, SegmentField } from "@/components/editor/segment-field";
import { tagChoices, withMissingTags } from "@/components/editor/tags";
import { PLAIN, type Texts } from "@/components/editor/texts";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Failure } from "@/components/ui/failure";
import { FormDialog } from "@/components/ui/form-dialog";
import { succeed } from "@/components/ui/toast";
import { useFieldError } from "@/lib/client/field-errors";
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
  const formName = useFormName();
  const fields = useRef(new Map<string, FieldHandle>());
  const [texts, setTexts] = useState<Texts>(unit.forms ?? { [PLAIN]: unit.target });
  const [isSent, setSent] = useState(false);
  const faultId = useId();
  const into = t("translationInto", { language: languageName(unit.language, locale) });
  const empty = (form: string) => texts[form]!.trim() === "";
  const faultOf = (form: string) =>
    isSent && empty(form) ? t("translationMissing") : fieldError(save.error, form === PLAIN ? "target" : "forms");

  const submit = (data: FormData) => {
    setSent(true);
    const first = Object.keys(texts).find(empty);
    if (first !== undefined) return fields.current.get(first)?.focus();
    save.mutate(
      { ...(unit.forms ? { forms: texts } : { target: texts[PLAIN]! }), reviewed: data.has("reviewed") },
      {
        onSuccess: succeed(ui("saved"), onClose),
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
        <MessageText
          text={unit.source}
          forms={unit.sourceForms}
          codes={NO_CODES}
          language={memory.sourceLanguage}
          className="rounded-md bg-sunken px-3 py-2"
        />
      </div>
      {Object.entries(texts).map(([form, text]) => {
        const label = form === PLAIN ? into : `${into} · ${formName(form)}`;
        // A form need not contain every code of the message.
        const missing = form === PLAIN ? tagChoices(unit.source, text).filter((choice) => choice.isMissing) : [];
        const setText = (next: string) => setTexts((now) => ({ ...now, [form]: next }));
        return (
          <div key={form} className="flex flex-col gap-1.5">
            <p aria-hidden="true" className="text-sm font-medium">
              {label}
            </p>
            <SegmentField
              ref={(handle) => {
                if (handle) fields.current.set(form, handle);
                else fields.current.delete(form);
              }}
              value={text}
              onChange={setText}
              codes={NO_CODES}
              language={unit.language}
              label={label}
              describedBy={`${faultId}${form}`}
              readOnly={false}
            />
            <p id={`${faultId}${form}`} aria-live="polite" className="text-sm text-danger empty:hidden">
              {faultOf(form)}
            </p>
            {missing.length > 0 ? (
              <Button size="sm" className="self-start" onClick={() => setText(withMissingTags(unit.source, text))}>
                {t("insertMissing", { count: missing.length })}
              </Button>
            ) : null}
          </div>
        );
      })}
      <Checkbox name="reviewed" defaultChecked={unit.reviewed} label={t("reviewed")} hint={t("reviewedHint")} />
      <Failure error={save.error} fields={["target", "forms"]} title={resources("notSaved")} />
    </FormDialog>
  );
}
