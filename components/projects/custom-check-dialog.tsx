"use client";

import { useDeferredValue, useMemo, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Checkbox, Radio } from "@/components/ui/checkbox";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input, Textarea } from "@/components/ui/input";
import { MarkedText } from "@/components/ui/marked-text";
import { Select } from "@/components/ui/select";
import { succeed } from "@/components/ui/toast";
import { type CustomCheck, changedChecks, freeCheckId, type useChangeCustomChecks } from "@/lib/client/custom-checks";
import { useFieldError } from "@/lib/client/field-errors";
import type { Project } from "@/lib/schemas/projects";
import { languageName } from "@/lib/text/languages";
import { MAX_PATTERN_LENGTH } from "@/lib/text/pattern";
import { type Trial, tryCustomCheck } from "@/lib/text/qa/try-custom-check";
import { CUSTOM_CHECK_ID, SEVERITIES } from "@/lib/vocabulary/segments";

const FINDINGS = ["match", "no_match"] as const satisfies readonly CustomCheck["finding"][];
const FIELDS = ["id", "message", "target", "source"] as const;
type FieldName = (typeof FIELDS)[number];
/** Maximum length of a sample. The field cuts longer ones. */
const MAX_SAMPLE = 2_000;

type CustomCheckDialogProps = {
  readonly project: Project;
  readonly checks: readonly CustomCheck[];
  /** Null to add a new one. */
  readonly check: CustomCheck | null;
  readonly change: ReturnType<typeof useChangeCustomChecks>;
  readonly onClose: () => void;
};

/** Adds or edits a check of a project, and tries it on sample texts. */
export default function CustomCheckDialog({ project, checks, check, change, onClose }: CustomCheckDialogProps) {
  const t = useTranslations("project.checks");
  const projects = useTranslations("projects");
  const ui = useTranslations("ui");
  const fieldError = useFieldError();
  const [draft, setDraft] = useState<CustomCheck & { readonly source: string }>(() => ({
    finding: "match",
    caseSensitive: true,
    severity: "warning",
    message: "",
    target: "",
    ...check,
    id: check?.id ?? freeCheckId(checks),
    source: check?.source ?? "",
  }));
  const [sample, setSample] = useState({ source: "", target: "" });
  const [isSubmitted, setSubmitted] = useState(false);
  const set = (next: Partial<typeof draft>) => setDraft({ ...draft, ...next });
  const tried = useDeferredValue(draft);
  const trial = useMemo(() => tryCustomCheck(tried, sample.source, sample.target), [tried, sample]);

  const faults: Partial<Record<FieldName, string>> = {
    ...(trial.problems.source ? { source: t("patternFault", { reason: trial.problems.source }) } : {}),
    ...(trial.problems.target ? { target: t("patternFault", { reason: trial.problems.target }) } : {}),
    ...(isSubmitted && draft.target === "" ? { target: t("targetMissing") } : {}),
    ...(isSubmitted && draft.message.trim() === "" ? { message: t("messageMissing") } : {}),
    ...(isSubmitted && !CUSTOM_CHECK_ID.test(draft.id) ? { id: t("idFault") } : {}),
    ...(check === null && checks.some(({ id }) => id === draft.id) ? { id: t("idTaken") } : {}),
  };
  const index = check === null ? checks.length : checks.findIndex(({ id }) => id === check.id);
  const path = (name: FieldName) => `settings.customChecks.${index}.${name}`;
  const error = (name: FieldName) => faults[name] ?? fieldError(change.error, path(name));

  const submit = () => {
    setSubmitted(true);
    const { source, languages, ...rest } = draft;
    const isFaulty = draft.target === "" || draft.message.trim() === "" || !CUSTOM_CHECK_ID.test(draft.id);
    if (isFaulty || Object.keys(faults).length > 0) return;
    const saved = {
      ...rest,
      message: draft.message.trim(),
      ...(source === "" ? {} : { source }),
      ...(languages && languages.length > 0 ? { languages } : {}),
    };
    change.mutate((list) => changedChecks(list, saved), {
      onSuccess: succeed(ui("saved"), onClose),
    });
  };

  return (
    <FormDialog
      size="lg"
      title={check ? t("edit") : t("add")}
      submitLabel={check ? ui("save") : t("add")}
      pending={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t("message")} hint={t("messageText")} error={error("message")} required>
        <Input
          value={draft.message}
          onChange={(event) => set({ message: event.target.value })}
          maxLength={300}
          autoComplete="off"
          dir="auto"
        />
      </Field>
      <Field label={t("target")} hint={t("patternText")} error={error("target")} required>
        <PatternInput value={draft.target} onChange={(target) => set({ target })} />
      </Field>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 text-sm font-medium">{t("finding")}</legend>
        {FINDINGS.map((finding) => (
          <Radio
            key={finding}
            name="finding"
            checked={draft.finding === finding}
            onChange={() => set({ finding })}
            label={t(`findings.${finding}`)}
          />
        ))}
      </fieldset>
      <Field label={t("source")} optionalLabel={ui("optional")} hint={t("sourceText")} error={error("source")}>
        <PatternInput value={draft.source} onChange={(source) => set({ source })} />
      </Field>
      <Checkbox
        checked={draft.caseSensitive}
        onChange={(event) => set({ caseSensitive: event.target.checked })}
        label={t("caseSensitive")}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={t("severity")} hint={t("severityText")}>
          <Select
            value={draft.severity}
            onValueChange={(severity) => set({ severity })}
            options={SEVERITIES.map((severity) => [severity, projects(`severity.${severity}`)])}
          />
        </Field>
        <Field label={t("id")} hint={t("idText", { check: `custom.${draft.id}` })} error={error("id")} required>
          <Input
            value={draft.id}
            onChange={(event) => set({ id: event.target.value })}
            readOnly={check !== null}
            maxLength={40}
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            className="font-mono"
          />
        </Field>
      </div>
      {project.targetLanguages.length > 1 ? (
        <Languages
          all={languagesOf(project, check)}
          chosen={draft.languages ?? []}
          onChosen={(languages) => set({ languages })}
        />
      ) : null}
      <TrySection sample={sample} onSample={setSample} hasSource={draft.source !== ""} trial={trial} />
      <Failure error={change.error} fields={FIELDS.map(path)} title={projects("notDone")} />
    </FormDialog>
  );
}

/** Target languages, and languages of the check that the project no longer has. */
function languagesOf(project: Project, check: CustomCheck | null): readonly string[] {
  return [...new Set([...project.targetLanguages, ...(check?.languages ?? [])])];
}

type LanguagesProps = {
  readonly all: readonly string[];
  readonly chosen: readonly string[];
  readonly onChosen: (languages: string[]) => void;
};

/** Selects the languages of a check. No selection means all. */
function Languages({ all, chosen, onChosen }: LanguagesProps) {
  const t = useTranslations("project.checks");
  const locale = useLocale();
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">{t("languages")}</legend>
      <p className="text-sm text-muted">{t("languagesText")}</p>
      <div className="grid max-h-48 gap-2 overflow-y-auto sm:grid-cols-2">
        {all.map((language) => (
          <Checkbox
            key={language}
            checked={chosen.includes(language)}
            onChange={({ target }) => {
              const others = chosen.filter((one) => one !== language);
              onChosen(target.checked ? [...others, language] : others);
            }}
            label={languageName(language, locale)}
          />
        ))}
      </div>
    </fieldset>
  );
}

type Sample = { readonly source: string; readonly target: string };
type TrySectionProps = {
  readonly sample: Sample;
  readonly onSample: (sample: Sample) => void;
  /** Whether the check also examines sources. */
  readonly hasSource: boolean;
  readonly trial: Trial;
};

/** Sample texts, and the result of the check for them. */
function TrySection({ sample, onSample, hasSource, trial }: TrySectionProps) {
  const t = useTranslations("project.checks");
  return (
    <section aria-label={t("try")} className="flex flex-col gap-4 rounded-md bg-sunken px-3.5 py-3">
      <h3 className="text-sm font-medium">{t("try")}</h3>
      {hasSource ? (
        <Field label={t("sampleSource")}>
          <Textarea
            value={sample.source}
            onChange={(event) => onSample({ ...sample, source: event.target.value })}
            maxLength={MAX_SAMPLE}
            dir="auto"
            className="min-h-16"
          />
        </Field>
      ) : null}
      <Field label={t("sampleTarget")}>
        <Textarea
          value={sample.target}
          onChange={(event) => onSample({ ...sample, target: event.target.value })}
          maxLength={MAX_SAMPLE}
          dir="auto"
          className="min-h-16"
        />
      </Field>
      <Outcome trial={trial} text={sample.target} />
    </section>
  );
}

function PatternInput({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  return (
    <Input
      value={value}
      onChange={(event) => onChange(event.target.value)}
      maxLength={MAX_PATTERN_LENGTH}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      className="font-mono"
    />
  );
}

/** The result of the check for the sample, with the matches marked. */
function Outcome({ trial, text }: { readonly trial: Trial; readonly text: string }) {
  const t = useTranslations("project.checks");
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p role="status" className={trial.outcome === "unknown" ? "text-muted" : "font-medium"}>
        {t(`outcomes.${trial.outcome}`)}
      </p>
      {trial.matches.length > 0 ? <MarkedText text={text} spans={trial.matches} /> : null}
    </div>
  );
}
