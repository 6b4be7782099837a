/** Plural categories of CLDR in their usual order. */
export const PLURAL_CATEGORIES = ["zero", "one", "two", "few", "many", "other"] as const;

export type PluralCategory = (typeof PLURAL_CATEGORIES)[number];

export function isPluralCategory(name: string): name is PluralCategory {
  return (PLURAL_CATEGORIES as readonly string[]).includes(name);
}

/** The categories that a language distinguishes, in CLDR's order; `one` and `other` for an unknown language. */
export function categoriesOf(language: string, type: "cardinal" | "ordinal" = "cardinal"): PluralCategory[] {
  const rules = rulesOf(language, type);
  if (!rules) return ["one", "other"];
  const known = new Set<string>(rules.resolvedOptions().pluralCategories);
  return PLURAL_CATEGORIES.filter((category) => known.has(category));
}

/**
 * Which form of the source stands in for a category of the target: its own where there is one, else `other`.
 * A form without the number (`One file`) serves only a category of few numbers: Russian `one` is also 21 and 31.
 */
export function sourceForm<T extends { readonly hasNumber: boolean }>(
  category: PluralCategory,
  forms: ReadonlyMap<PluralCategory, T>,
  language: string,
  type: "cardinal" | "ordinal" = "cardinal",
): T | undefined {
  const own = forms.get(category);
  const other = forms.get("other");
  if (!own || !other || own === other || own.hasNumber || !other.hasNumber) return own ?? other;
  return isOften(category, language, type) ? other : own;
}

/** Whether a category holds for more than five numbers up to 1000: the threshold that `msgfmt --check` uses. */
function isOften(category: PluralCategory, language: string, type: "cardinal" | "ordinal"): boolean {
  const rules = rulesOf(language, type);
  let count = 0;
  for (let n = 0; rules && n <= 1000 && count <= 5; n++) if (rules.select(n) === category) count++;
  return count > 5;
}

const cache = new Map<string, Intl.PluralRules | null>();

function rulesOf(language: string, type: "cardinal" | "ordinal"): Intl.PluralRules | null {
  const key = `${type} ${language}`;
  let rules = cache.get(key);
  if (rules === undefined) {
    const [known] = supported(language);
    rules = known ? new Intl.PluralRules(known, { type }) : null;
    if (cache.size > 500) cache.clear();
    cache.set(key, rules);
  }
  return rules;
}

function supported(language: string): string[] {
  try {
    return Intl.PluralRules.supportedLocalesOf(language);
  } catch {
    return [];
  }
}
