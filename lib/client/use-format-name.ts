import { useTranslations } from "use-intl";

/** The name of a document format in the reader's language; unknown formats keep the service's name. */
export function useFormatName(): (format: { readonly id: string; readonly name?: string }) => string {
  const t = useTranslations("formats");
  return ({ id, name }) => (t.has(id as "txt") ? t(id as "txt") : (name ?? id));
}
