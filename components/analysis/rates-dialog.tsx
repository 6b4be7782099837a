"use client";

import { useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { useChangeWorkspace } from "@/lib/client/workspace";
import type { Rates } from "@/lib/schemas/analysis";
import { ANALYSIS_BANDS } from "@/lib/vocabulary/projects";

const BANDS = [...ANALYSIS_BANDS, "machine"] as const;
/** Bands that cost nothing by default. */
const FREE: readonly string[] = ["repetition", "context"];
const CURRENCIES = Intl.supportedValuesOf("currency");

type RatesDialogProps = {
  readonly rates: Rates | null;
  readonly onSaved: (rates: Rates | null) => void;
  readonly onClose: () => void;
};

/** The workspace's rates: the price of a new word, and the percentage of it for each band. */
export default function RatesDialog({ rates, onSaved, onClose }: RatesDialogProps) {
  const t = useTranslations("analysis");
  const ui = useTranslations("ui");
  const locale = useLocale();
  const change = useChangeWorkspace();
  const [names] = useState(() => new Intl.DisplayNames([locale], { type: "currency" }));
  const save = (next: Rates | null) =>
    change.mutate(
      { rates: next },
      {
        onSuccess: (account) => {
          onSaved(account.rates);
          toast(ui("saved"), { tone: "success" });
          onClose();
        },
      },
    );
  const submit = (data: FormData) =>
    save({
      currency: String(data.get("currency")),
      perWord: Number(data.get("perWord")),
      percent: Object.fromEntries(BANDS.map((band) => [band, Number(data.get(band))])),
    });
  return (
    <FormDialog
      title={t("rates")}
      description={t("ratesText")}
      submitLabel={ui("save")}
      pending={change.isPending}
      browserChecks
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("currency")}>
          <Select
            name="currency"
            defaultValue={rates?.currency ?? "EUR"}
            options={CURRENCIES.map((code) => [code, `${code} – ${names.of(code)}`])}
          />
        </Field>
        <Field label={t("perWord")}>
          <Input
            type="number"
            name="perWord"
            required
            min={0}
            max={1000}
            step="any"
            defaultValue={rates?.perWord}
            dir="ltr"
          />
        </Field>
      </div>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-1 text-sm font-medium">{t("percents")}</legend>
        <div className="grid grid-cols-2 items-end gap-4 sm:grid-cols-3">
          {BANDS.map((band) => (
            <Field key={band} label={t(`bands.${band}`)}>
              <Input
                type="number"
                name={band}
                required
                min={0}
                max={100}
                step="any"
                defaultValue={rates?.percent[band] ?? (FREE.includes(band) ? 0 : 100)}
                dir="ltr"
              />
            </Field>
          ))}
        </div>
      </fieldset>
      {rates ? (
        <Button variant="danger-secondary" className="self-start" pending={change.isPending} onClick={() => save(null)}>
          {t("removeRates")}
        </Button>
      ) : null}
      <Failure error={change.error} title={t("ratesNotSaved")} />
    </FormDialog>
  );
}
