"use client";

import { useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { ImportCounts, useSkipReason } from "@/components/language-resources/import-counts";
import { ImportForm } from "@/components/language-resources/import-form";
import { ImportedDialog } from "@/components/language-resources/imported-dialog";
import { useLanguageOptions } from "@/components/projects/language-options";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { useFieldError } from "@/lib/client/field-errors";
import { type Glossary, type ImportReport, useImportGlossary } from "@/lib/client/glossaries";
import { languageName } from "@/lib/text/languages";

type ImportDialogProps = {
  readonly glossary: Glossary;
  /** The file dropped on the page. */
  readonly file: File | null;
  readonly onClose: () => void;
};

/** Imports a file into a glossary and shows the result. */
export default function ImportDialog({ glossary, file: dropped, onClose }: ImportDialogProps) {
  const t = useTranslations("glossaries");
  const resources = useTranslations("resources");
  const languages = useTranslations("languages");
  const fieldError = useFieldError();
  const options = useLanguageOptions();
  const [file, setFile] = useState(dropped);
  const [targetLanguage, setTargetLanguage] = useState("");
  const [replace, setReplace] = useState(false);
  const send = useImportGlossary(glossary.id);
  if (send.data)
    return (
      <ImportedDialog
        kind="glossaries"
        action={
          <Button
            onClick={() => {
              send.reset();
              setFile(null);
            }}
          >
            {resources("another")}
          </Button>
        }
        onClose={onClose}
      >
        <Report report={send.data} />
      </ImportedDialog>
    );
  return (
    <ImportForm
      kind="glossaries"
      file={file}
      onChoose={setFile}
      accept={[".csv", ".tsv", ".txt", ".tbx", ".xml"]}
      sending={send}
      onSend={(file, onProgress) => send.mutate({ file, targetLanguage, replace, onProgress })}
      more={["targetLanguage"]}
      onClose={onClose}
    >
      <Field label={t("secondColumn")} hint={t("secondColumnHint")} error={fieldError(send.error, "targetLanguage")}>
        <Combobox
          label={t("secondColumn")}
          searchLabel={languages("search")}
          emptyLabel={languages("empty")}
          groups={[{ options: [{ value: "", label: t("fileNames") }, ...options] }]}
          value={targetLanguage}
          onValueChange={setTargetLanguage}
        />
      </Field>
      {glossary.terms > 0 ? (
        <Checkbox
          checked={replace}
          onChange={(event) => setReplace(event.target.checked)}
          label={t("replace")}
          hint={t("replaceHint")}
        />
      ) : null}
    </ImportForm>
  );
}

function Report({ report }: { report: ImportReport }) {
  const resources = useTranslations("resources");
  const locale = useLocale();
  const reason = useSkipReason();
  return (
    <div className="flex flex-col gap-5">
      <div role="status">
        <ImportCounts counts={report} />
      </div>
      {report.errors.length > 0 ? (
        <section className="flex flex-col gap-2">
          <h3 className="text-sm font-medium">{resources("skippedTitle")}</h3>
          <ul
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            tabIndex={0}
            aria-label={resources("skippedTitle")}
            className="max-h-60 divide-y divide-line overflow-y-auto rounded-md border border-line text-sm"
          >
            {report.errors.map(({ number, code, message, language }, index) => (
              // An entry may be skipped for several reasons.
              <li key={`${number} ${code} ${index}`} className="flex flex-wrap gap-x-3 px-3 py-2">
                <span className="tabular text-muted">{resources("entry", { number })}</span>
                <span>
                  {language
                    ? resources("reasonOf", { reason: reason(code, message), language: languageName(language, locale) })
                    : reason(code, message)}
                </span>
              </li>
            ))}
          </ul>
          {report.skipped > report.errors.length ? (
            <p className="text-sm text-muted">{resources("skippedFirst", { count: report.errors.length })}</p>
          ) : null}
        </section>
      ) : null}
    </div>
  );
}
