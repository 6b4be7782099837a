"use client";

import { useState } from "react";
import { useTranslations } from "use-intl";
import { Checkbox } from "@/components/ui/checkbox";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { succeed } from "@/components/ui/toast";
import { useChangeAdminAccount } from "@/lib/client/admin";
import { useFieldError } from "@/lib/client/field-errors";
import type { AdminAccount } from "@/lib/schemas/admin";
import { TIERS } from "@/lib/vocabulary/accounts";

const LIMITS = ["textCharacters", "batchItems", "batchCharacters", "fileBytes", "activeKeys"] as const;
const FIELDS = ["tier", "requestsPerHour", ...LIMITS].map((name) => (name === "tier" ? name : `overrides.${name}`));
const MIB = 1024 * 1024;

type Overrides = AdminAccount["overrides"];

/** Sets an account's tier and individual limits. An empty field means the limit of the tier. */
export default function AccountDialog({ account, onClose }: { account: AdminAccount; onClose: () => void }) {
  const t = useTranslations("admin");
  const ui = useTranslations("ui");
  const shell = useTranslations("shell");
  const fieldError = useFieldError();
  const change = useChangeAdminAccount();
  const [isUnlimited, setUnlimited] = useState(account.overrides.requestsPerHour === null);

  const save = (data: FormData) =>
    change.mutate(
      {
        id: account.id,
        change: {
          tier: TIERS.find((tier) => tier === data.get("tier")) ?? account.tier,
          overrides: readOverrides(data, isUnlimited),
        },
      },
      {
        onSuccess: succeed(t("changed", { name: account.name }), onClose),
      },
    );

  return (
    <FormDialog
      title={t("changeNamed", { name: account.name })}
      description={t("changeText")}
      submitLabel={ui("save")}
      pending={change.isPending}
      browserChecks
      onSubmit={save}
      onClose={onClose}
    >
      <Field label={t("tier")}>
        <Select
          name="tier"
          defaultValue={account.tier}
          options={TIERS.map((tier) => [tier, shell("tier", { tier })])}
        />
      </Field>
      <fieldset className="grid gap-5 sm:grid-cols-2">
        <legend className="mb-3 text-sm font-medium">{t("ownLimits")}</legend>
        <div className="flex flex-col gap-2 sm:col-span-2">
          <Field label={t("perHour")} error={fieldError(change.error, "overrides.requestsPerHour")}>
            <Input
              type="number"
              name="requestsPerHour"
              min={0}
              max={10_000_000}
              inputMode="numeric"
              disabled={isUnlimited}
              defaultValue={account.overrides.requestsPerHour ?? ""}
              placeholder={t("asTier")}
            />
          </Field>
          <Checkbox
            label={t("unlimited")}
            checked={isUnlimited}
            onChange={(event) => setUnlimited(event.target.checked)}
          />
        </div>
        {LIMITS.map((name) => (
          <Field key={name} label={t(`limits.${name}`)} error={fieldError(change.error, `overrides.${name}`)}>
            <Input
              type="number"
              name={name}
              min={name === "activeKeys" ? 0 : 1}
              inputMode="numeric"
              defaultValue={shownLimit(account.overrides, name)}
              placeholder={t("asTier")}
            />
          </Field>
        ))}
      </fieldset>
      <Failure error={change.error} fields={FIELDS} title={t("notChanged")} />
    </FormDialog>
  );
}

/** The limit as shown: file sizes are entered in megabytes. */
function shownLimit(overrides: Overrides, name: (typeof LIMITS)[number]): number | "" {
  const value = overrides[name];
  if (value === undefined) return "";
  return name === "fileBytes" ? value / MIB : value;
}

function readOverrides(data: FormData, isUnlimited: boolean): Overrides {
  const given = ["requestsPerHour", ...LIMITS]
    .map((name) => [name, String(data.get(name) ?? "").trim()] as const)
    .filter(([, text]) => text !== "")
    .map(([name, text]) => [name, name === "fileBytes" ? Math.round(Number(text) * MIB) : Number(text)]);
  return { ...Object.fromEntries(given), ...(isUnlimited ? { requestsPerHour: null } : {}) };
}
