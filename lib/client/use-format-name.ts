import { useTranslations } from "use-intl";

/** What a document format is called in the reader's language; one that is newer than this page, as the service calls it. */
export function useFormatName(): (format: { readonly id: string; readonly name?: string }) => string {
  const t = useTranslations("formats");
  return ({ id, name }) => (t.has(id as "txt") ? t(id as "txt") : (name ?? id));
}
