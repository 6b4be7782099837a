"use client";

import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "use-intl";
import { Select } from "@/components/ui/select";
import { LOCALE_COOKIE } from "@/lib/i18n/locales";
import { LOCALE_NAMES } from "@/lib/vocabulary/locales";
import { applyTheme, keepInCookie, readTheme, THEME_NAMES, THEMES } from "./theme";
import { useTheme } from "./use-preferences";

/** Language and appearance for visitors who are not signed in. */
export function Preferences() {
  const t = useTranslations("shell");
  const locale = useLocale();
  const router = useRouter();
  const theme = useTheme() ?? "system";
  return (
    <div className="flex flex-wrap gap-2">
      <Select
        aria-label={t("language")}
        className="w-36"
        value={locale}
        onValueChange={(value) => {
          keepInCookie(LOCALE_COOKIE, value);
          router.refresh();
        }}
      >
        {Object.entries(LOCALE_NAMES).map(([value, name]) => (
          <option key={value} value={value} lang={value}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t("theme")}
        className="w-44"
        value={theme}
        onValueChange={(value) => applyTheme(readTheme(value))}
        options={THEMES.map((value) => [value, t(THEME_NAMES[value])])}
      />
    </div>
  );
}
