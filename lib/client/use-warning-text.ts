import { useTranslations } from "use-intl";

/** Puts a warning of the service into the reader's language; one that is newer than this page, in the service's words. */
export function useWarningText(): (warning: { code: string; message: string }) => string {
  const t = useTranslations("warnings");
  return ({ code, message }) => (t.has(code as never) ? t(code as never) : message);
}
