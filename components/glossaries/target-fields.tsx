"use client";

import { useId } from "react";
import { useTranslations } from "use-intl";
import { useLanguageOptions } from "@/components/projects/language-options";
import { Button, IconButton } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { Plus, X } from "@/components/ui/icons";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { languageDirection } from "@/lib/text/languages";
import { TERM_USAGES } from "@/lib/vocabulary/texts";
import { newDraft, type TargetDraft } from "./target-drafts";

type TargetFieldsProps = {
  readonly targets: readonly TargetDraft[];
  readonly error: string | undefined;
  readonly onChange: (targets: readonly TargetDraft[]) => void;
};

/** The translations of a term, each on a line with its language and usage. */
export function TargetFields({ targets, error, onChange }: TargetFieldsProps) {
  const t = useTranslations("glossaries");
  const resources = useTranslations("resources");
  const languages = useTranslations("languages");
  const options = useLanguageOptions();
  const errorId = useId();
  const set = (index: number, change: Partial<TargetDraft>) =>
    onChange(targets.with(index, { ...targets[index]!, ...change }));
  return (
    <fieldset className="flex flex-col gap-3" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1 text-sm font-medium">{t("translations")}</legend>
      <p className="-mt-1 text-sm text-muted">{t("translationsHint")}</p>
      {targets.map(({ key, language, text, usage }, index) => {
        const number = index + 1;
        return (
          <div
            key={key}
            className="grid grid-cols-[minmax(0,1fr)_2.25rem] gap-2 sm:grid-cols-[10rem_minmax(0,1fr)_8.5rem_2.25rem]"
          >
            <Combobox
              label={t("languageOf", { number })}
              searchLabel={languages("search")}
              emptyLabel={languages("empty")}
              placeholder={resources("chooseLanguage")}
              groups={[{ options }]}
              value={language}
              onValueChange={(code) => set(index, { language: code })}
            />
            <Input
              aria-label={t("translation", { number })}
              value={text}
              onChange={(event) => set(index, { text: event.target.value })}
              maxLength={500}
              autoComplete="off"
              lang={language ?? ""}
              dir={language ? languageDirection(language) : "auto"}
              className="max-sm:order-1 max-sm:col-span-full"
            />
            <Select
              aria-label={t("usageOf", { number })}
              value={usage}
              onValueChange={(value) => set(index, { usage: value })}
              className="w-full max-sm:order-2 max-sm:col-span-full"
              options={TERM_USAGES.map((value) => [value, t(`usages.${value}`)])}
            />
            <IconButton
              icon={X}
              label={t("removeTranslation", { number })}
              onClick={() => onChange(targets.toSpliced(index, 1))}
            />
          </div>
        );
      })}
      <p id={errorId} aria-live="polite" className="text-sm text-danger empty:hidden">
        {error}
      </p>
      <Button icon={Plus} size="sm" className="self-start" onClick={() => onChange([...targets, newDraft()])}>
        {t("addTranslation")}
      </Button>
    </fieldset>
  );
}
