import { useTranslations } from "use-intl";
import type { FieldError } from "@/lib/base/errors";

/** Describes a field's fault in the reader's language: by broken rule, exceeded bound, or kind of fault. */
export function useFaultText(): (fault: FieldError) => string {
  const t = useTranslations("errors.fields");
  return ({ reason, code, message, minimum, maximum, unit }) => {
    // A newer service may use reasons missing from this page's catalogues.
    if (reason && t.has(`reason.${reason}`)) return t(`reason.${reason}`);
    const side = minimum === undefined ? "most" : maximum === undefined ? "least" : "between";
    if (minimum !== undefined || maximum !== undefined)
      return t(`bounds.${side}`, { minimum: minimum ?? 0, maximum: maximum ?? 0, unit: unit ?? "value" });
    return t.has(`code.${code}`) ? t(`code.${code}`) : message;
  };
}
