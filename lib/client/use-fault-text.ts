import { useTranslations } from "use-intl";
import type { FieldError } from "@/lib/errors";

/** Puts what is wrong with a field into the reader's language: by the broken rule, the crossed bound, or else the kind of fault. */
export function useFaultText(): (fault: FieldError) => string {
  const t = useTranslations("errors.fields");
  return ({ reason, code, message, minimum, maximum, unit }) => {
    // Another version of the service may know more than the catalogues of this page.
    if (reason && t.has(`reason.${reason}`)) return t(`reason.${reason}`);
    const side = minimum === undefined ? "most" : maximum === undefined ? "least" : "between";
    if (minimum !== undefined || maximum !== undefined)
      return t(`bounds.${side}`, { minimum: minimum ?? 0, maximum: maximum ?? 0, unit: unit ?? "value" });
    return t.has(`code.${code}`) ? t(`code.${code}`) : message;
  };
}
