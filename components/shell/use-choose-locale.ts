import { useRouter } from "next/navigation";
import { keepLocale } from "@/lib/client/preferences";
import { LOCALE_COOKIE } from "@/lib/i18n/locales";
import { keepInCookie } from "./theme";

/** Changes the interface language in this browser, and in mails to the signed-in person. */
export function useChooseLocale(): (locale: string) => void {
  const router = useRouter();
  return (locale) => {
    keepInCookie(LOCALE_COOKIE, locale);
    keepLocale(locale);
    router.refresh();
  };
}
