import { useRouter } from "next/navigation";
import { keepLocale } from "@/lib/client/profile";
import { LOCALE_COOKIE } from "@/lib/i18n/locales";
import { keepInCookie } from "./theme";

/** Shows the interface in another language from now on: in this browser, and in mails to the person who is signed in. */
export function useChooseLocale(): (locale: string) => void {
  const router = useRouter();
  return (locale) => {
    keepInCookie(LOCALE_COOKIE, locale);
    keepLocale(locale);
    router.refresh();
  };
}
