import { useFormatter, useTranslations } from "use-intl";
import type { FormOfLanguage } from "@/lib/text/plurals/plural-forms";

const CATEGORIES = ["zero", "one", "two", "few", "many", "other"] as const;
/** Maximum number of samples on a tab. */
const MAX_SHOWN = 4;

/** Display name of a plural form: its category, its exact number, or its index in gettext. */
export function useFormName(): (name: string) => string {
  const t = useTranslations("plurals");
  return (name) => {
    const category = CATEGORIES.find((one) => one === name);
    if (category) return t(category);
    return name.startsWith("=") ? t("exactly", { number: name.slice(1) }) : t("index", { index: name });
  };
}

/** Example numbers for a form, such as "2, 3, 4, 22…". */
export function useSamples(): (form: FormOfLanguage) => string {
  const format = useFormatter();
  return ({ samples }) => {
    const shown = samples.slice(0, MAX_SHOWN).map((n) => format.number(n));
    return shown.join(", ") + (samples.length > MAX_SHOWN ? "…" : "");
  };
}
