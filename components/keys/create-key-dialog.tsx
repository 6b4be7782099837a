"use client";

import { useId, useState } from "react";
import { useTranslations } from "use-intl";
import { Checkbox } from "@/components/ui/checkbox";
import { DateInput } from "@/components/ui/date-input";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { endOfDay } from "@/lib/client/days";
import { useFieldError } from "@/lib/client/field-errors";
import { type NewKey, useCreateKey } from "@/lib/client/keys";
import { DEFAULT_SCOPES, SCOPES } from "@/lib/vocabulary/rights";
import { AddressesField, addressesOfForm } from "./addresses-field";
import { useScopeLabel } from "./key-row";
import { SecretDialog } from "./secret-dialog";

const EXPIRIES = { never: null, days30: 30, days90: 90, year: 365, date: null } as const;
const FIELDS = ["name", "scopes", "hourlyLimit", "expiresAt", "allowedAddresses"];

type CreateKeyDialogProps = {
  /** The account's requests per hour; null for no limit. */
  readonly accountLimit: number | null;
  readonly address: string;
  readonly onClose: () => void;
};

/** Creates a key and shows it once. */
export default function CreateKeyDialog({ accountLimit, address, onClose }: CreateKeyDialogProps) {
  const t = useTranslations("keys");
  const ui = useTranslations("ui");
  const scopeLabel = useScopeLabel();
  const fieldError = useFieldError();
  const create = useCreateKey();
  const scopesErrorId = useId();
  const [faults, setFaults] = useState<{ name?: string; scopes?: string; expiresAt?: string }>({});
  const [expiry, setExpiry] = useState<keyof typeof EXPIRIES>("never");

  if (create.data) return <SecretDialog made={create.data} address={address} onClose={onClose} />;

  const submit = (form: FormData) => {
    const name = String(form.get("name") ?? "").trim();
    const scopes = SCOPES.filter((scope) => form.getAll("scope").includes(scope));
    const expiresAt = expiryOf(expiry, String(form.get("date") ?? ""));
    const found = {
      ...(name === "" ? { name: t("nameMissing") } : {}),
      ...(scopes.length === 0 ? { scopes: t("scopesMissing") } : {}),
      ...(expiresAt === undefined ? { expiresAt: t("dateWrong") } : {}),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const limit = String(form.get("hourlyLimit") ?? "");
    const allowedAddresses = addressesOfForm(form);
    const body: NewKey = { name, scopes: [...scopes], expiresAt: expiresAt ?? null, allowedAddresses };
    create.mutate(limit === "" ? body : { ...body, hourlyLimit: Number(limit) });
  };

  const scopesError = faults.scopes ?? fieldError(create.error, "scopes");
  return (
    <FormDialog
      title={t("create")}
      description={t("createText")}
      submitLabel={t("create")}
      pending={create.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t("name")} hint={t("nameHint")} error={faults.name ?? fieldError(create.error, "name")} required>
        <Input name="name" maxLength={100} autoComplete="off" dir="auto" />
      </Field>
      <fieldset className="flex flex-col gap-2" aria-describedby={scopesError ? scopesErrorId : undefined}>
        <legend className="mb-2 text-sm font-medium">{t("scopes")}</legend>
        {SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            name="scope"
            value={scope}
            defaultChecked={DEFAULT_SCOPES.has(scope)}
            label={scopeLabel(scope)}
          />
        ))}
        <p id={scopesErrorId} aria-live="polite" className="text-sm text-danger empty:hidden">
          {scopesError}
        </p>
      </fieldset>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t("expires")}>
          <Select
            value={expiry}
            onValueChange={setExpiry}
            options={(Object.keys(EXPIRIES) as (keyof typeof EXPIRIES)[]).map((value) => [value, t(`expiry.${value}`)])}
          />
        </Field>
        {expiry === "date" ? (
          <Field label={t("lastDay")} error={faults.expiresAt ?? fieldError(create.error, "expiresAt")} required>
            <DateInput name="date" />
          </Field>
        ) : null}
      </div>
      <Field
        label={t("ownLimit")}
        optionalLabel={ui("optional")}
        hint={accountLimit === null ? t("ownLimitHint") : t("ownLimitHintOf", { limit: accountLimit })}
        error={fieldError(create.error, "hourlyLimit")}
      >
        <Input type="number" name="hourlyLimit" min={1} max={1_000_000} step={1} inputMode="numeric" />
      </Field>
      <AddressesField optionalLabel={ui("optional")} error={create.error} />
      <Failure error={create.error} fields={FIELDS} title={t("createFailed")} />
    </FormDialog>
  );
}

/** RFC 3339, a day's end in the person's time zone. Null if it never expires; undefined for an invalid or past day. */
function expiryOf(expiry: keyof typeof EXPIRIES, day: string): string | null | undefined {
  if (expiry === "never") return null;
  const days = EXPIRIES[expiry];
  if (days !== null) return new Date(Date.now() + days * 86_400_000).toISOString();
  const end = endOfDay(day);
  return end && Date.parse(end) >= Date.now() ? end : undefined;
}
