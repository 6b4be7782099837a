"use client";

import { Tabs } from "radix-ui";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { CircleDashed, CircleX } from "@/components/ui/icons";
import { useTextDirection } from "@/components/ui/writing";
import type { FormOfLanguage } from "@/lib/text/plurals/plural-forms";
import { useFormName, useSamples } from "./form-name";
import type { Texts } from "./texts";

type FormTabsProps = {
  readonly forms: readonly FormOfLanguage[];
  readonly texts: Texts;
  readonly current: string;
  /** Forms with findings of checks. */
  readonly faulty: ReadonlySet<string>;
  readonly onCurrent: (name: string) => void;
  /** Called when a tab is chosen in order to type. */
  readonly onChosen: () => void;
  readonly field: (form: FormOfLanguage) => ReactNode;
};

/** The forms of a plural message. Each has example numbers and a text field, of which one is visible. */
export function FormTabs({ forms, texts, current, faulty, onCurrent, onChosen, field }: FormTabsProps) {
  const t = useTranslations("plurals");
  const name = useFormName();
  const samples = useSamples();
  return (
    <Tabs.Root dir={useTextDirection()} value={current} onValueChange={onCurrent} className="flex flex-col gap-2">
      <Tabs.List aria-label={t("label")} className="flex flex-wrap gap-1">
        {forms.map((form) => (
          <Tabs.Trigger
            key={form.name}
            value={form.name}
            onClick={onChosen}
            className="flex min-w-14 flex-col items-start rounded-md border border-line px-2 py-1 text-start hover:bg-hover data-[state=active]:border-accent data-[state=active]:bg-accent-soft"
          >
            <span className="flex items-center gap-1 text-sm font-medium">
              {name(form.name)}
              {texts[form.name] ? (
                faulty.has(form.name) ? (
                  <CircleX role="img" aria-label={t("faulty")} className="size-3.5 text-danger" />
                ) : null
              ) : form.required ? (
                <CircleDashed role="img" aria-label={t("empty")} className="size-3.5 text-warning" />
              ) : null}
            </span>
            <bdi className="tabular text-xs text-muted">{form.samples.length > 0 ? samples(form) : t("extra")}</bdi>
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {forms.map((form) => (
        // Kept while another form is visible, so that typing in it can still be undone.
        <Tabs.Content
          key={form.name}
          value={form.name}
          forceMount
          tabIndex={-1}
          className="data-[state=inactive]:hidden"
        >
          {field(form)}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
