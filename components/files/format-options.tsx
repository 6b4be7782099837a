"use client";

import { useTranslations } from "use-intl";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { FileFormat } from "@/lib/client/files";
import type { FileOptions } from "@/lib/client/uploads";

type FormatOptionsProps = {
  readonly name: string;
  readonly format: FileFormat;
  readonly options: FileOptions;
  readonly onChange: (options: FileOptions) => void;
};

/** The options of a chosen file's format, closed until wanted. Nothing for a format without any. */
export function FormatOptions({ name, format, options, onChange }: FormatOptionsProps) {
  const t = useTranslations("files");
  const has = (option: string) => format.options.some((one) => one.name === option);
  if (!["columns", "keys", "bilingual", "overwrite"].some(has)) return null;
  const layouts = format.options.find((one) => one.name === "bilingual")?.values ?? [];
  const text = (option: "columns" | "keys") =>
    has(option) ? (
      <Field label={t(option)} hint={t(`${option}Hint`)}>
        <Input
          dir="ltr"
          maxLength={200}
          value={options[option] ?? ""}
          onChange={(event) => onChange({ ...options, [option]: event.target.value })}
        />
      </Field>
    ) : null;
  return (
    <details className="basis-full text-sm">
      <summary aria-label={t("optionsOf", { name })} className="w-fit rounded-sm py-0.5 text-muted">
        {t("options")}
      </summary>
      <div className="grid gap-4 py-2 sm:grid-cols-2">
        {text("columns")}
        {text("keys")}
        {has("bilingual") ? (
          <Field label={t("bilingual")}>
            <Select
              value={options.bilingual ?? ""}
              onChange={(event) => onChange({ ...options, bilingual: event.target.value })}
            >
              <option value="">{t("layout.none")}</option>
              {(["stacked", "side"] as const)
                .filter((layout) => layouts.includes(layout))
                .map((layout) => (
                  <option key={layout} value={layout}>
                    {t(`layout.${layout}`)}
                  </option>
                ))}
            </Select>
          </Field>
        ) : null}
        {has("overwrite") ? (
          <Checkbox
            label={t("overwrite")}
            hint={t("overwriteHint")}
            checked={options.overwrite === "true"}
            onChange={(event) => onChange({ ...options, overwrite: event.target.checked ? "true" : "" })}
          />
        ) : null}
      </div>
    </details>
  );
}
