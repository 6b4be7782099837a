/** Plural categories of CLDR in their usual order. */
export const PLURAL_CATEGORIES = ["zero", "one", "two", "few", "many", "other"] as const;

export type PluralCategory = (typeof PLURAL_CATEGORIES)[number];

export function isPluralCategory(name: string): name is PluralCategory {
  return (PLURAL_CATEGORIES as readonly string[]).includes(name);
}

/** The plural categories of a language in CLDR's order; `one` and `other` for an unknown language. */
export function categoriesOf(language: string, type: PluralType = "cardinal"): readonly PluralCategory[] {
  return rulesOf(language, type).categories;
}

export type PluralType = "cardinal" | "ordinal";

/**
 * The source form used for a category of the target: the same category, or else `other`. A form without the number
 * (`One file`) is used only for categories of few numbers: Russian `one` also covers 21 and 31.
 */
export function sourceForm<T extends { readonly hasNumber: boolean }>(
  category: PluralCategory,
  forms: ReadonlyMap<PluralCategory, T>,
  language: string,
  type: PluralType = "cardinal",
): T | undefined {
  const own = forms.get(category);
  const other = forms.get("other");
  if (!own || !other || own === other || own.hasNumber || !other.hasNumber) return own ?? other;
  return rulesOf(language, type).often.has(category) ? other : own;
}

/** `often`: categories of more than five numbers up to 1000, the threshold of `msgfmt --check`. */
type Rules = { readonly categories: readonly PluralCategory[]; readonly often: ReadonlySet<string> };

const cache = new Map<string, Rules>();

function rulesOf(language: string, type: PluralType): Rules {
  const key = `${type} ${language}`;
  let rules = cache.get(key);
  if (!rules) {
    rules = readRules(language, type);
    if (cache.size > 500) cache.clear();
    cache.set(key, rules);
  }
  return rules;
}

function readRules(language: string, type: PluralType): Rules {
  const [known] = supported(language);
  if (!known) return { categories: ["one", "other"], often: new Set(["other"]) };
  const rules = new Intl.PluralRules(known, { type });
  const names = new Set<string>(rules.resolvedOptions().pluralCategories);
  const counts = new Map<string, number>();
  for (let n = 0; n <= 1000; n++) {
    const category = rules.select(n);
    counts.set(category, (counts.get(category) ?? 0) + 1);
  }
  return {
    categories: PLURAL_CATEGORIES.filter((category) => names.has(category)),
    often: new Set([...counts].flatMap(([category, count]) => (count > 5 ? [category] : []))),
  };
}

function supported(language: string): string[] {
  try {
    return Intl.PluralRules.supportedLocalesOf(language);
  } catch {
    return [];
  }
}
