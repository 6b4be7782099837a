"use client";

import { type SubmitEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { useLanguageOptions } from "@/components/projects/language-options";
import { Checkbox, Radio } from "@/components/ui/checkbox";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { fieldError } from "@/lib/client/field-errors";
import { type NewWebhook, useProjectChoices, type Webhook } from "@/lib/client/webhooks";
import { EVENT_TYPES } from "@/lib/schemas/event-types";

/** A test comes to a webhook whatever it asks for. */
const CHOICES = EVENT_TYPES.filter((type) => type !== "webhook.test");
const ALL_PROJECTS = "all";

type WebhookFieldsProps = {
  readonly formId: string;
  /** What it is so far; nothing for a new one. */
  readonly webhook?: Webhook;
  /** What the service said of the last attempt. */
  readonly error: unknown;
  readonly onSubmit: (body: NewWebhook) => void;
};

/** What a webhook is told, and where: the form for making and for changing one. */
export function WebhookFields({ formId, webhook, error, onSubmit }: WebhookFieldsProps) {
  const t = useTranslations("webhooks");
  const ui = useTranslations("ui");
  const pick = useTranslations("languages");
  const languageOptions = useLanguageOptions();
  const projects = useProjectChoices();
  const [someEvents, setSomeEvents] = useState((webhook?.eventTypes.length ?? 0) > 0);
  const [languages, setLanguages] = useState<readonly string[]>(webhook?.languages ?? []);
  const [projectId, setProjectId] = useState(webhook?.projectId ?? null);
  const [faults, setFaults] = useState<{ url?: string; eventTypes?: string }>({});

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const url = String(form.get("url") ?? "").trim();
    const chosen = CHOICES.filter((type) => form.getAll("eventType").includes(type));
    const found = {
      ...(URL.canParse(url) ? {} : { url: t("urlMissing") }),
      ...(someEvents && chosen.length === 0 ? { eventTypes: t("eventsMissing") } : {}),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    onSubmit({
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
    <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
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
      <fieldset className="flex flex-col gap-2" aria-describedby={eventsError ? `${formId}-events` : undefined}>
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
        <p id={`${formId}-events`} aria-live="polite" className="text-sm text-danger empty:hidden">
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
    </form>
  );
}

/** Fields beside which the form says what is wrong with them. */
export const WEBHOOK_FIELDS = ["url", "description", "eventTypes", "languages", "projectId"];
