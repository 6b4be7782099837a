"use client";

import { useId, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Checkbox } from "@/components/ui/checkbox";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input, Textarea } from "@/components/ui/input";
import { succeed } from "@/components/ui/toast";
import { ApiError } from "@/lib/client/api-error";
import { useFieldError } from "@/lib/client/field-errors";
import { type Glossary, type Term, useSaveTerm } from "@/lib/client/glossaries";
import { languageDirection, languageName } from "@/lib/text/languages";
import { partOfSpeechName, partOfSpeechNames, partOfSpeechOf } from "./part-of-speech";
import { draftsOf, type TargetDraft, targetsOf } from "./target-drafts";
import { TargetFields } from "./target-fields";

type TermDialogProps = {
  readonly glossary: Glossary;
  /** Null to add a new term. */
  readonly term: Term | null;
  readonly onClose: () => void;
};

type Faults = { readonly source?: string; readonly targets?: string };

/** Adds or changes a term. */
export default function TermDialog({ glossary, term, onClose }: TermDialogProps) {
  const t = useTranslations("glossaries");
  const resources = useTranslations("resources");
  const ui = useTranslations("ui");
  const fieldError = useFieldError();
  const locale = useLocale();
  const save = useSaveTerm(glossary.id);
  const [targets, setTargets] = useState<readonly TargetDraft[]>(() => draftsOf(term, glossary.targetLanguages));
  const [faults, setFaults] = useState<Faults>({});
  const parts = useId();
  const isTaken = save.error instanceof ApiError && save.error.code === "conflict";

  const submit = (data: FormData) => {
    const text = (name: string) => String(data.get(name) ?? "").trim();
    const given = targetsOf(targets);
    const found: Faults = {
      ...(text("source") ? {} : { source: t("sourceMissing") }),
      ...("fault" in given ? { targets: t(given.fault) } : {}),
    };
    setFaults(found);
    if (found.source || "fault" in given) return;
    save.mutate(
      {
        id: term?.id ?? null,
        term: {
          source: text("source"),
          partOfSpeech: partOfSpeechOf(t, text("partOfSpeech")) || null,
          definition: text("definition"),
          doNotTranslate: data.has("doNotTranslate"),
          caseSensitive: data.has("caseSensitive"),
          targets: given.targets,
        },
      },
      {
        onSuccess: succeed(t("termSaved"), onClose),
      },
    );
  };

  return (
    <FormDialog
      size="lg"
      title={term ? t("changeTerm") : t("addTerm")}
      submitLabel={term ? ui("save") : t("addTerm")}
      pending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid items-start gap-5 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Field
          label={t("source", { language: languageName(glossary.sourceLanguage, locale) })}
          error={faults.source ?? (isTaken ? t("taken") : fieldError(save.error, "source"))}
          required
        >
          <Input
            name="source"
            maxLength={500}
            autoComplete="off"
            lang={glossary.sourceLanguage}
            dir={languageDirection(glossary.sourceLanguage)}
            defaultValue={term?.source}
          />
        </Field>
        <Field
          label={t("partOfSpeech")}
          optionalLabel={ui("optional")}
          hint={t("partOfSpeechHint")}
          error={fieldError(save.error, "partOfSpeech")}
        >
          <Input
            name="partOfSpeech"
            maxLength={50}
            autoComplete="off"
            dir="auto"
            list={parts}
            defaultValue={term?.partOfSpeech ? partOfSpeechName(t, term.partOfSpeech) : ""}
          />
          <datalist id={parts}>
            {partOfSpeechNames(t).map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </Field>
      </div>
      <TargetFields
        targets={targets}
        error={faults.targets ?? fieldError(save.error, "targets")}
        onChange={setTargets}
      />
      <Field label={t("definition")} optionalLabel={ui("optional")} error={fieldError(save.error, "definition")}>
        <Textarea name="definition" maxLength={2000} rows={2} dir="auto" defaultValue={term?.definition} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Checkbox
          name="doNotTranslate"
          defaultChecked={term?.doNotTranslate}
          label={t("doNotTranslate")}
          hint={t("doNotTranslateHint")}
        />
        <Checkbox
          name="caseSensitive"
          defaultChecked={term?.caseSensitive}
          label={t("caseSensitive")}
          hint={t("caseSensitiveHint")}
        />
      </div>
      <Failure error={isTaken ? null : save.error} fields={FIELDS} title={resources("notSaved")} />
    </FormDialog>
  );
}

/** Fields that show their own errors. */
const FIELDS = ["source", "partOfSpeech", "definition", "targets"];
