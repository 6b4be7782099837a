"use client";

import { useId, useState } from "react";
import { useTranslations } from "use-intl";
import { useLanguageOptions } from "@/components/projects/language-options";
import { Checkbox, Radio } from "@/components/ui/checkbox";
import { Combobox } from "@/components/ui/combobox";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { useFieldError } from "@/lib/client/field-errors";
import { type NewWebhook, useProjectChoices, type Webhook } from "@/lib/client/webhooks";
import { EVENT_TYPES } from "@/lib/vocabulary/events";

/** Tests are sent regardless of the selection. */
const CHOICES = EVENT_TYPES.filter((type) => type !== "webhook.test");
const ALL_PROJECTS = "all";

type WebhookFormDialogProps = {
  readonly title: string;
  readonly description?: string;
  readonly submitLabel: string;
  /** Heading of errors. */
  readonly failedTitle: string;
  /** The webhook to change; absent for a new one. */
  readonly webhook?: Webhook;
  readonly saving: { readonly isPending: boolean; readonly error: unknown };
  readonly onSave: (body: NewWebhook) => void;
  readonly onClose: () => void;
};

/** The form for creating or changing a webhook: its events and address. */
export function WebhookFormDialog(props: WebhookFormDialogProps) {
  const { failedTitle, webhook, saving, onSave, ...dialog } = props;
  const { error } = saving;
  const t = useTranslations("webhooks");
  const ui = useTranslations("ui");
  const pick = useTranslations("languages");
  const fieldError = useFieldError();
  const languageOptions = useLanguageOptions();
  const projects = useProjectChoices();
  const [someEvents, setSomeEvents] = useState((webhook?.eventTypes.length ?? 0) > 0);
  const [languages, setLanguages] = useState<readonly string[]>(webhook?.languages ?? []);
  const [projectId, setProjectId] = useState(webhook?.projectId ?? null);
  const eventsErrorId = useId();
  const [faults, setFaults] = useState<{ url?: string; eventTypes?: string }>({});

  const submit = (form: FormData) => {
    const url = String(form.get("url") ?? "").trim();
    const chosen = CHOICES.filter((type) => form.getAll("eventType").includes(type));
    const found = {
      ...(URL.canParse(url) ? {} : { url: t("urlMissing") }),
      ...(someEvents && chosen.length === 0 ? { eventTypes: t("eventsMissing") } : {}),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    onSave({
      url,
      description: String(form.get("description") ?? "").trim(),
      eventTypes: someEvents ? chosen : [],
      languages: [...languages],
      projectId,
    });
  };

  const eventsError = faults.eventTypes ?? fieldError(error, "eventTypes");
  const projectOptions = [
    { value: ALL_PROJECTS, label: t("allProjects") },
    ...(projects.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  const isListed = projectOptions.some(({ value }) => value === (projectId ?? ALL_PROJECTS));
  return (
    <FormDialog {...dialog} size="lg" pending={saving.isPending} onSubmit={submit}>
      <Field label={t("url")} hint={t("urlHint")} error={faults.url ?? fieldError(error, "url")} required>
        <Input
          name="url"
          type="url"
          inputMode="url"
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={2000}
          placeholder="https://"
          defaultValue={webhook?.url}
        />
      </Field>
      <Field label={t("purpose")} optionalLabel={ui("optional")} error={fieldError(error, "description")}>
        <Input name="description" maxLength={200} autoComplete="off" dir="auto" defaultValue={webhook?.description} />
      </Field>
      <fieldset className="flex flex-col gap-2" aria-describedby={eventsError ? eventsErrorId : undefined}>
        <legend className="mb-2 text-sm font-medium">{t("events")}</legend>
        <Radio name="scope" checked={!someEvents} onChange={() => setSomeEvents(false)} label={t("allEvents")} />
        <Radio name="scope" checked={someEvents} onChange={() => setSomeEvents(true)} label={t("someEvents")} />
        {someEvents ? (
          <div className="ms-7.5 grid gap-2 pt-1 sm:grid-cols-2">
            {CHOICES.map((type) => (
              <Checkbox
                key={type}
                name="eventType"
                value={type}
                defaultChecked={webhook?.eventTypes.includes(type)}
                label={
                  <code dir="ltr" className="font-mono text-sm break-all">
                    {type}
                  </code>
                }
              />
            ))}
          </div>
        ) : null}
        <p id={eventsErrorId} aria-live="polite" className="text-sm text-danger empty:hidden">
          {eventsError}
        </p>
      </fieldset>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={t("languages")} hint={t("languagesHint")} error={fieldError(error, "languages")}>
          <Combobox
            label={t("languages")}
            searchLabel={pick("search")}
            emptyLabel={pick("empty")}
            placeholder={t("allLanguages")}
            groups={[{ options: languageOptions }]}
            multiple
            value={languages}
            onValueChange={setLanguages}
          />
        </Field>
        <Field label={t("project")} error={fieldError(error, "projectId")}>
          <Combobox
            label={t("project")}
            searchLabel={t("searchProjects")}
            emptyLabel={t("noProject")}
            groups={[{ options: projectOptions }]}
            value={projectId ?? ALL_PROJECTS}
            onValueChange={(value) => setProjectId(value === ALL_PROJECTS ? null : value)}
            shown={isListed ? undefined : projectId}
          />
        </Field>
      </div>
      <Failure error={error} fields={FIELDS} title={failedTitle} />
    </FormDialog>
  );
}

/** Fields that show their own errors. */
const FIELDS = ["url", "description", "eventTypes", "languages", "projectId"];
