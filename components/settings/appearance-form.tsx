"use client";

import { useRouter } from "next/navigation";
import { startTransition, useOptimistic, useSyncExternalStore } from "react";
import { useLocale, useTranslations } from "use-intl";
import { applyTheme, keepInCookie, shownTheme, THEMES } from "@/components/shell/theme";
import { Section } from "@/components/ui/card";
import { Radio } from "@/components/ui/checkbox";
import { LOCALE_COOKIE, LOCALES } from "@/lib/i18n/locales";

const THEME_NAMES = { system: "themeSystem", light: "themeLight", dark: "themeDark" } as const;

/** How the interface looks and which language it speaks, in this browser. */
export function AppearanceForm() {
  const t = useTranslations("settings");
  const shell = useTranslations("shell");
  const [locale, showLocale] = useOptimistic<string>(useLocale());
  const router = useRouter();
  const theme = useSyncExternalStore(onThemeChange, shownTheme, () => null);
  return (
    <>
      <Section title={shell("theme")} description={t("inThisBrowser")}>
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
      <Section title={t("interfaceLanguage")} description={t("interfaceLanguageText")}>
        <fieldset className="grid gap-2.5 sm:grid-cols-2">
          <legend className="sr-only">{t("interfaceLanguage")}</legend>
          {Object.entries(LOCALES).map(([value, name]) => (
            <Radio
              key={value}
              name="locale"
              checked={locale === value}
              onChange={() => {
                keepInCookie(LOCALE_COOKIE, value);
                startTransition(() => {
                  showLocale(value);
                  router.refresh();
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

function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}
