"use client";

import { useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input, Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { ApiError } from "@/lib/client/api-error";
import { useSetService } from "@/lib/client/engines";
import { useFieldError } from "@/lib/client/field-errors";
import type { LocalServer, SavedService, Service, ServiceTrial } from "@/lib/schemas/engines";
import {
  SERVICE_FIELD_NAMES,
  SERVICE_FIELDS,
  SERVICE_NAMES,
  type ServiceField,
  type ServiceKind,
} from "@/lib/schemas/service-fields";
import { PROMPT_PROFILES } from "@/lib/vocabulary/engines";
import { ServiceRefusal } from "./service-refusal";

/** Placeholder of an optional field, or format hint of a required one. */
const EXAMPLES: Readonly<Record<ServiceKind, Partial<Record<ServiceField, string>>>> = {
  deepl: { url: "https://api.deepl.com", model: "prefer_quality_optimized" },
  google: { url: "https://translation.googleapis.com", region: "us-central1", bucket: "my-glossaries" },
  azure: { url: "https://api.cognitive.microsofttranslator.com", region: "westeurope" },
  openai: { url: "https://api.openai.com/v1", model: "gpt-4.1-mini", languages: "en de fr es" },
  libretranslate: { url: "http://127.0.0.1:5000" },
  apy: { url: "http://127.0.0.1:2737" },
};

/** Characters that a trial sends for all pairs with English and ten of projects (lib/engines/admin/trial.ts). */
const TRIAL_CHARACTERS = 6_500;

/** Names of model families. */
const MAKERS = { translategemma: "TranslateGemma", "hunyuan-mt": "Hunyuan-MT", tower: "Tower" } as const;

type ServiceDialogProps = {
  /** The service to change; null for a new one. */
  readonly service: Service | null;
  /** A server on this machine, whose address and model are filled in. */
  readonly found?: LocalServer | undefined;
  /** Services not configured yet. */
  readonly kinds: readonly ServiceKind[];
  readonly onClose: () => void;
  readonly onSaved: (saved: SavedService) => void;
};

type Body = Parameters<ReturnType<typeof useSetService>["mutate"]>[0];

/**
 * Address, key and model of a service. The server tests them before it saves them. A key is entered once and not shown
 * again.
 */
export default function ServiceDialog({ service, found, kinds, onClose, onSaved }: ServiceDialogProps) {
  const t = useTranslations("engines");
  const format = useFormatter();
  const fieldError = useFieldError();
  const set = useSetService();
  const [tried, setTried] = useState<Body | null>(null);
  const [kind, setKind] = useState<ServiceKind>(service?.kind ?? found?.kind ?? kinds[0] ?? "deepl");
  const [missing, setMissing] = useState<readonly ServiceField[]>([]);
  const fields = SERVICE_FIELD_NAMES.filter((field) => SERVICE_FIELDS[kind][field] !== undefined);

  const submit = (data: FormData) => {
    const typed = (field: ServiceField) => String(data.get(field) ?? "").trim() || undefined;
    const empty = fields.filter((field) => isNeeded(kind, field, service) && !typed(field));
    setMissing(empty);
    if (empty.length > 0) return;
    const body: Body = {
      kind,
      enabled: service?.enabled ?? true,
      url: typed("url"),
      key: typed("key"),
      region: typed("region"),
      bucket: typed("bucket"),
      model: typed("model"),
      promptProfile: PROMPT_PROFILES.find((profile) => profile === typed("promptProfile")),
      languages: typed("languages")?.split(/[\s,]+/),
    };
    setTried(body);
    set.mutate(body, { onSuccess: onSaved });
  };
  const { error } = set;
  const trial = error instanceof ApiError ? (error.details.trial as ServiceTrial | undefined) : undefined;

  return (
    <FormDialog
      title={service ? t("changeNamed", { name: SERVICE_NAMES[kind] }) : t("add")}
      description={t("dialogText", { characters: format.number(TRIAL_CHARACTERS) })}
      submitLabel={t("testAndSave")}
      pending={set.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {service ? null : (
        <Field label={t("service")}>
          <Select
            value={kind}
            onValueChange={(value) => {
              set.reset();
              setMissing([]);
              setKind(kinds.find((each) => each === value) ?? kind);
            }}
            options={kinds.map((each) => [each, SERVICE_NAMES[each]])}
          />
        </Field>
      )}
      {fields.map((field) => (
        <ServiceInput
          key={`${kind} ${field}`}
          // After a failed trial, only the tested settings can be saved.
          onInput={() => trial && set.reset()}
          kind={kind}
          field={field}
          service={service}
          found={found?.kind === kind ? found : undefined}
          error={missing.includes(field) ? t("fieldMissing") : fieldError(error, field)}
        />
      ))}
      <Failure error={trial ? null : error} fields={fields} title={t("notSaved")} />
      {trial ? (
        <ServiceRefusal
          kind={kind}
          test={trial}
          actions={
            tried && trial.refusal?.reason !== "service_is_this_server" ? (
              <Button size="sm" onClick={() => set.mutate({ ...tried, force: true }, { onSuccess: onSaved })}>
                {t("saveAnyway")}
              </Button>
            ) : undefined
          }
        />
      ) : null}
    </FormDialog>
  );
}

type ServiceInputProps = {
  readonly kind: ServiceKind;
  readonly field: ServiceField;
  readonly service: Service | null;
  readonly found: LocalServer | undefined;
  readonly error: string | undefined;
  readonly onInput: () => void;
};

function ServiceInput({ kind, field, service, found, error, onInput }: ServiceInputProps) {
  const t = useTranslations("engines");
  const hasKey = field === "key" && service?.hasKey === true;
  const needed = isNeeded(kind, field, service);
  const shared = { name: field, dir: "ltr", spellCheck: false, className: "font-mono", onInput } as const;
  const before = field === "key" ? undefined : service?.[field];
  const known = typeof before === "string" ? before : before?.join(" ");
  const value = known ?? (field === "url" ? found?.url : field === "model" ? found?.models[0] : undefined);
  const models = field === "model" ? (found?.models ?? []) : [];
  return (
    <Field
      label={kind === "google" && field === "key" ? t("keyFile") : t(`fields.${field}`)}
      optionalLabel={needed ? undefined : t("optional")}
      required={needed}
      hint={
        hasKey
          ? t("keyStays")
          : field === "languages" || field === "bucket" || field === "promptProfile"
            ? t(`${field}Hint`)
            : undefined
      }
      error={error}
    >
      {field === "promptProfile" ? (
        <Select
          name={field}
          defaultValue={value ?? "auto"}
          onValueChange={onInput}
          options={PROMPT_PROFILES.map((profile) => [
            profile,
            profile in MAKERS ? MAKERS[profile as keyof typeof MAKERS] : t(`promptProfiles.${profile as "auto"}`),
          ])}
        />
      ) : kind === "google" && field === "key" ? (
        <Textarea {...shared} autoComplete="off" rows={5} placeholder='{"type": "service_account", …}' />
      ) : (
        <Input
          {...shared}
          type={field === "key" ? "password" : field === "url" ? "url" : "text"}
          // This is not a password of this site, so browsers must not fill or store it.
          autoComplete={field === "key" ? "new-password" : "off"}
          defaultValue={value ?? (kind === "openai" && field === "url" ? EXAMPLES.openai.url : undefined)}
          placeholder={hasKey && service?.keyEnd ? `…${service.keyEnd}` : EXAMPLES[kind][field]}
          list={models.length > 1 ? "found-models" : undefined}
        />
      )}
      {models.length > 1 ? (
        <datalist id="found-models">
          {models.map((model) => (
            <option key={model} value={model} />
          ))}
        </datalist>
      ) : null}
    </Field>
  );
}

/** A key that is already stored need not be entered again. */
function isNeeded(kind: ServiceKind, field: ServiceField, service: Service | null): boolean {
  return SERVICE_FIELDS[kind][field] === "required" && !(field === "key" && service?.hasKey);
}
