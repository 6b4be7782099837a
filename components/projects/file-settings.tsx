"use client";

import { useRef, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Checkbox, Radio } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Table, Td, Th } from "@/components/ui/table";
import { useFieldError } from "@/lib/client/field-errors";
import type { Project, ProjectSettings } from "@/lib/schemas/projects";
import { FILE_NAME_PLACEHOLDERS, fileName } from "@/lib/text/file-names";
import { languageName } from "@/lib/text/languages";

/** A path with a folder, which shows how a pattern changes both. */
const SAMPLE = "docs/guide.md";
/** Number of languages in the preview. */
const SHOWN = 3;
const REMOVED_KEYS = ["remove", "keep"] as const satisfies readonly ProjectSettings["removedKeys"][];
const codeField = (language: string) => `languageCode ${language}`;

type FileSettingsProps = { readonly project: Project; readonly error: unknown };

/** Fields for names and contents of exported files, within the form for project settings. */
export function FileSettings({ project, error }: FileSettingsProps) {
  const t = useTranslations("project.fileSettings");
  const locale = useLocale();
  const fieldError = useFieldError();
  const { settings, targetLanguages } = project;
  const input = useRef<HTMLInputElement>(null);
  const [pattern, setPattern] = useState(settings.fileNames);
  const [codes, setCodes] = useState<Readonly<Record<string, string>>>(settings.languageCodes);
  const filled = Object.fromEntries(Object.entries(codes).filter(([, code]) => code.trim() !== ""));
  const insert = (placeholder: string) => {
    const at = input.current?.selectionStart ?? pattern.length;
    const end = input.current?.selectionEnd ?? at;
    setPattern(`${pattern.slice(0, at)}{${placeholder}}${pattern.slice(end)}`);
    input.current?.focus();
  };
  return (
    <>
      <div className="flex flex-col gap-3">
        <Field
          label={t("fileNames")}
          hint={t("fileNamesText")}
          error={fieldError(error, "settings.fileNames")}
          required
        >
          <Input
            ref={input}
            name="fileNames"
            value={pattern}
            onChange={(event) => setPattern(event.target.value)}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            className="font-mono"
          />
        </Field>
        <div className="flex flex-wrap gap-1.5">
          {FILE_NAME_PLACEHOLDERS.map((placeholder) => (
            <Button
              key={placeholder}
              size="sm"
              aria-label={t("insert", { placeholder: `{${placeholder}}` })}
              onClick={() => insert(placeholder)}
              className="font-mono"
            >
              <span dir="ltr">{`{${placeholder}}`}</span>
            </Button>
          ))}
        </div>
        <div className="rounded-md bg-sunken px-3.5 py-3 text-sm">
          <p className="text-muted">{t("preview", { path: SAMPLE })}</p>
          <ul aria-live="polite">
            {targetLanguages.slice(0, SHOWN).map((language) => (
              <li key={language}>
                <code dir="ltr" className="font-mono break-all">
                  {fileName(pattern, filled, language, SAMPLE)}
                </code>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 text-sm font-medium">{t("languageCodes")}</legend>
        <p className="text-sm text-muted">{t("languageCodesText")}</p>
        <Table caption={t("languageCodes")}>
          <thead>
            <tr>
              <Th>{t("language")}</Th>
              <Th>{t("code")}</Th>
            </tr>
          </thead>
          <tbody>
            {targetLanguages.map((language) => (
              <tr key={language}>
                <Td>{languageName(language, locale)}</Td>
                <Td>
                  <Field
                    label={t("codeOf", { language: languageName(language, locale) })}
                    labelHidden
                    error={fieldError(error, `settings.languageCodes.${language}`)}
                  >
                    <Input
                      name={codeField(language)}
                      value={codes[language] ?? ""}
                      onChange={(event) => setCodes({ ...codes, [language]: event.target.value })}
                      placeholder={language}
                      maxLength={64}
                      autoComplete="off"
                      spellCheck={false}
                      dir="ltr"
                      className="max-w-48 font-mono"
                    />
                  </Field>
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </fieldset>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-3 text-sm font-medium">{t("removedKeys")}</legend>
        {REMOVED_KEYS.map((value) => (
          <Radio
            key={value}
            name="removedKeys"
            value={value}
            defaultChecked={settings.removedKeys === value}
            label={t(`removedKeysChoices.${value}`)}
          />
        ))}
      </fieldset>
      <Field
        label={t("lastTranslator")}
        hint={t("lastTranslatorText")}
        error={fieldError(error, "settings.lastTranslator")}
      >
        <Input
          name="lastTranslator"
          defaultValue={settings.lastTranslator}
          maxLength={200}
          autoComplete="off"
          dir="auto"
          placeholder="Ada Lovelace <ada@example.org>"
        />
      </Field>
      <Checkbox
        name="fuzzyDrafts"
        defaultChecked={settings.fuzzyDrafts}
        label={t("fuzzyDrafts")}
        hint={t("fuzzyDraftsText")}
      />
    </>
  );
}

/**
 * The settings in these fields. An empty field restores the default code of the language. Codes are sent only if they
 * were edited here, so that codes added by an import stay.
 */
export function readFileSettings(data: FormData, { targetLanguages, settings }: Project) {
  const text = (name: string) => String(data.get(name) ?? "").trim();
  const changed = targetLanguages.filter((code) => text(codeField(code)) !== (settings.languageCodes[code] ?? ""));
  return {
    fileNames: text("fileNames"),
    languageCodes: Object.fromEntries(changed.map((code) => [code, text(codeField(code)) || null])),
    removedKeys: text("removedKeys") as ProjectSettings["removedKeys"],
    lastTranslator: text("lastTranslator"),
    fuzzyDrafts: data.has("fuzzyDrafts"),
  };
}
