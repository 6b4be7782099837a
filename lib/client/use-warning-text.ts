import { useTranslations } from "use-intl";

/** A warning in the reader's language; unknown ones keep the service's message. */
export function useWarningText(): (warning: { code: string; message: string }) => string {
  const t = useTranslations("warnings");
  return ({ code, message }) => (t.has(code as never) ? t(code as never) : message);
}
