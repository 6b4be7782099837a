import { useRouter } from "next/navigation";
import { useSyncExternalStore } from "react";
import { keepLocale } from "@/lib/client/preferences";
import { LOCALE_COOKIE } from "@/lib/i18n/locales";
import { keepInCookie, shownTheme, type Theme } from "./theme";

/** The page's theme; null before hydration, because the server's value may be outdated. */
export function useTheme(): Theme | null {
  return useSyncExternalStore(onThemeChange, shownTheme, () => null);
}

function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}

/** Changes the language of the interface in this browser, and of mails to the signed-in person. */
export function useChooseLocale(): (locale: string) => void {
  const router = useRouter();
  return (locale) => {
    keepInCookie(LOCALE_COOKIE, locale);
    keepLocale(locale);
    router.refresh();
  };
}
