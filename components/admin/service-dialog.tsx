"use client";

import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input, Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { useSetService, useTryService } from "@/lib/client/engines";
import { areAllShownByFields, useFieldError } from "@/lib/client/field-errors";
import type { LocalServer, Service, ServiceTest } from "@/lib/schemas/engines";
import {
  SERVICE_FIELD_NAMES,
  SERVICE_FIELDS,
  SERVICE_NAMES,
  type ServiceField,
  type ServiceKind,
} from "@/lib/schemas/service-fields";
import { ServiceRefusal } from "./service-refusal";

/** Placeholder of an optional field, and format hint of a required one. */
const EXAMPLES: Readonly<Record<ServiceKind, Partial<Record<ServiceField, string>>>> = {
  deepl: { url: "https://api.deepl.com", model: "prefer_quality_optimized" },
  google: { url: "https://translation.googleapis.com", region: "us-central1", bucket: "my-glossaries" },
  azure: { url: "https://api.cognitive.microsofttranslator.com", region: "westeurope" },
  openai: { url: "https://api.openai.com/v1", model: "gpt-4.1-mini", languages: "en de fr es" },
  libretranslate: { url: "http://127.0.0.1:5000" },
  apy: { url: "http://127.0.0.1:2737" },
};

type ServiceDialogProps = {
  /** The service to change; null for a new one. */
  readonly service: Service | null;
  /** A server on this machine whose address and model are filled in. */
  readonly found?: LocalServer | undefined;
  /** Services not configured yet. */
  readonly kinds: readonly ServiceKind[];
  readonly onClose: () => void;
  /** Called with the outcome of the test call that preceded. */
  readonly onSaved: (service: Service, test: ServiceTest) => void;
};

/** Settings that the service refused. */
type Refused = { readonly body: Parameters<ReturnType<typeof useSetService>["mutate"]>[0]; readonly test: ServiceTest };

/**
 * Address, key and model of a service, tested by one real call before they are saved. A key is entered once and never
 * shown again.
 */
export default function ServiceDialog({ service, found, kinds, onClose, onSaved }: ServiceDialogProps) {
  const t = useTranslations("engines");
  const fieldError = useFieldError();
  const set = useSetService();
  const attempt = useTryService();
  const [refused, setRefused] = useState<Refused | null>(null);
  const [kind, setKind] = useState<ServiceKind>(service?.kind ?? found?.kind ?? kinds[0] ?? "deepl");
  const [missing, setMissing] = useState<readonly ServiceField[]>([]);
  const fields = SERVICE_FIELD_NAMES.filter((field) => SERVICE_FIELDS[kind][field] !== undefined);

  const submit = (data: FormData) => {
    const typed = (field: ServiceField) => String(data.get(field) ?? "").trim() || undefined;
    const empty = fields.filter((field) => isNeeded(kind, field, service) && !typed(field));
    setMissing(empty);
    if (empty.length > 0) return;
    const body = {
      kind,
      enabled: service?.enabled ?? true,
      url: typed("url"),
      key: typed("key"),
      region: typed("region"),
      bucket: typed("bucket"),
      model: typed("model"),
      languages: typed("languages")?.split(/[\s,]+/),
    };
    setRefused(null);
    set.reset();
    attempt.mutate(body, {
      onSuccess: (test) => {
        if (test.ok) set.mutate(body, { onSuccess: (saved) => onSaved(saved, test) });
        else setRefused({ body, test });
      },
    });
  };
  const forget = () => {
    set.reset();
    attempt.reset();
    setRefused(null);
  };
  const error = set.error ?? attempt.error;

  return (
    <FormDialog
      title={service ? t("changeNamed", { name: SERVICE_NAMES[kind] }) : t("add")}
      description={t("dialogText")}
      submitLabel={t("testAndSave")}
      pending={attempt.isPending || set.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {service ? null : (
        <Field label={t("service")}>
          <Select
            value={kind}
            onChange={(event) => {
              forget();
              setMissing([]);
              setKind(kinds.find((each) => each === event.target.value) ?? kind);
            }}
          >
            {kinds.map((each) => (
              <option key={each} value={each}>
                {SERVICE_NAMES[each]}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {fields.map((field) => (
        <ServiceInput
          key={`${kind} ${field}`}
          // Only what was tested can be saved in spite of its refusal.
          onInput={() => setRefused(null)}
          kind={kind}
          field={field}
          service={service}
          found={found?.kind === kind ? found : undefined}
          error={missing.includes(field) ? t("fieldMissing") : fieldError(error, field)}
        />
      ))}
      {error && !areAllShownByFields(error, fields) ? <Failure error={error} title={t("notSaved")} /> : null}
      {refused ? (
        <ServiceRefusal
          kind={kind}
          test={refused.test}
          actions={
            <Button
              size="sm"
              pending={set.isPending}
              onClick={() => set.mutate(refused.body, { onSuccess: (saved) => onSaved(saved, refused.test) })}
            >
              {t("saveAnyway")}
            </Button>
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
      hint={hasKey ? t("keyStays") : field === "languages" || field === "bucket" ? t(`${field}Hint`) : undefined}
      error={error}
    >
      {kind === "google" && field === "key" ? (
        <Textarea {...shared} autoComplete="off" rows={5} placeholder='{"type": "service_account", …}' />
      ) : (
        <Input
          {...shared}
          type={field === "key" ? "password" : field === "url" ? "url" : "text"}
          // Not a password of this site: browsers must neither fill nor store it.
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

/** A stored key need not be entered again. */
function isNeeded(kind: ServiceKind, field: ServiceField, service: Service | null): boolean {
  return SERVICE_FIELDS[kind][field] === "required" && !(field === "key" && service?.hasKey);
}
