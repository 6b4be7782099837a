"use client";

import { startTransition, useOptimistic } from "react";
import { useLocale, useTranslations } from "use-intl";
import { applyTheme, THEME_NAMES, THEMES } from "@/components/shell/theme";
import { useChooseLocale, useTheme } from "@/components/shell/use-preferences";
import { Section } from "@/components/ui/card";
import { Radio } from "@/components/ui/checkbox";
import { LOCALE_NAMES } from "@/lib/vocabulary/locales";

/** Theme and language of the interface in this browser. */
export function AppearanceForm() {
  const t = useTranslations("settings");
  const shell = useTranslations("shell");
  const [locale, showLocale] = useOptimistic<string>(useLocale());
  const chooseLocale = useChooseLocale();
  const theme = useTheme();
  return (
    <>
      <Section beside title={shell("theme")} description={t("inThisBrowser")}>
        <fieldset className="flex flex-col gap-2.5">
          <legend className="sr-only">{shell("theme")}</legend>
          {THEMES.map((value) => (
            <Radio
              key={value}
              name="theme"
              checked={theme === value}
              onChange={() => applyTheme(value)}
              label={shell(THEME_NAMES[value])}
              hint={value === "system" ? t("themeSystemText") : undefined}
            />
          ))}
        </fieldset>
      </Section>
      <Section beside title={t("interfaceLanguage")} description={t("interfaceLanguageText")}>
        <fieldset className="grid gap-2.5 sm:grid-cols-2">
          <legend className="sr-only">{t("interfaceLanguage")}</legend>
          {Object.entries(LOCALE_NAMES).map(([value, name]) => (
            <Radio
              key={value}
              name="locale"
              checked={locale === value}
              onChange={() => {
                startTransition(() => {
                  showLocale(value);
                  chooseLocale(value);
                });
              }}
              label={<span lang={value}>{name}</span>}
            />
          ))}
        </fieldset>
      </Section>
    </>
  );
}
