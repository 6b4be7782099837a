"use client";

import { useTranslations } from "use-intl";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { FileFormat } from "@/lib/client/files";
import { useFormatName } from "@/lib/client/texts";
import type { FileOptions } from "@/lib/client/uploads";

/** The exchange format of translation programs, which projects can export. */
const EXCHANGE = "xliff";

type FormatOptionsProps = {
  readonly name: string;
  readonly format: FileFormat;
  readonly options: FileOptions;
  readonly onChange: (options: FileOptions) => void;
};

/** The options of a chosen file's format, initially closed. Nothing for a format without options. */
export function FormatOptions({ name, format, options, onChange }: FormatOptionsProps) {
  const t = useTranslations("files");
  const formatName = useFormatName();
  const valuesOf = (option: string) => format.options.find((one) => one.name === option)?.values ?? [];
  const has = (option: string) => format.options.some((one) => one.name === option);
  const outputs = valuesOf("output").filter((id) => id !== EXCHANGE);
  if (!["columns", "keys", "bilingual", "overwrite", "exclude"].some(has) && outputs.length < 2) return null;
  const layouts = valuesOf("bilingual");
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
        {outputs.length > 1 ? (
          <Field label={t("output")}>
            <Select
              value={options.output ?? outputs[0]}
              onValueChange={(value) => onChange({ ...options, output: value })}
              options={outputs.map((id) => [id, formatName({ id })])}
            />
          </Field>
        ) : null}
        {has("bilingual") ? (
          <Field label={t("bilingual")}>
            <Select
              value={options.bilingual ?? ""}
              onValueChange={(value) => onChange({ ...options, bilingual: value })}
              options={(["stacked", "side"] as const)
                .filter((layout) => layouts.includes(layout))
                .map((layout) => [layout, t(`layout.${layout}`)])}
            >
              <option value="">{t("layout.none")}</option>
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
        {has("exclude") ? (
          <Parts format={format} options={options} onChange={onChange} onRequest={valuesOf("include")} />
        ) : null}
      </div>
    </details>
  );
}

const PARTS = ["front_matter", "headers", "notes", "comments", "hidden", "alt_text", "attributes", "metadata"] as const;

type PartsProps = Omit<FormatOptionsProps, "name"> & {
  /** Parts that are translated only if chosen. */
  readonly onRequest: readonly string[];
};

/** Chooses which parts of a document are translated besides its body. */
function Parts({ format, options, onChange, onRequest }: PartsProps) {
  const t = useTranslations("files");
  return (
    <fieldset className="sm:col-span-2">
      <legend className="mb-1.5 font-medium">{t("parts")}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {PARTS.filter((part) => format.parts.includes(part)).map((part) => {
          const option = onRequest.includes(part) ? "include" : "exclude";
          const listed = (options[option] ?? "").split(",").filter(Boolean);
          const isListed = listed.includes(part);
          const others = listed.filter((each) => each !== part);
          return (
            <Checkbox
              key={part}
              label={t(`part.${part}`)}
              checked={option === "include" ? isListed : !isListed}
              onChange={() => onChange({ ...options, [option]: (isListed ? others : [...listed, part]).join(",") })}
            />
          );
        })}
      </div>
    </fieldset>
  );
}
