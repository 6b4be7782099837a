import type { PluralRule } from "@/lib/vocabulary/segments";
import { type PluralForms as GettextForms, gettextForms, parsePluralForms } from "./gettext-plurals";
import { categoriesOf, isPluralCategory } from "./plural-categories";

/**
 * Texts of a plural message by form: a CLDR category (`few`), an exact number in an ICU message (`=0`), or the index of
 * a gettext form (`1`). Encoded, all with the codes of the segment.
 */
export type Forms = Readonly<Record<string, string>>;

/** A plural form of a language, with example numbers: whole ones first, ascending. */
export type FormOfLanguage = {
  readonly name: string;
  readonly samples: readonly number[];
  /** False if no number up to 1000 has this form (Spanish has one for millions), so that messages may omit it. */
  readonly required: boolean;
};

/** Sample numbers: whole ones, then a fraction and large numbers, which have their own forms in some languages. */
const WHOLE = Array.from({ length: 1_001 }, (_, n) => n);
const OTHERS = [1.5, 0.5, 10_000, 1_000_000];
/** Maximum number of examples per form. */
const MAX_SAMPLES = 5;

/**
 * The forms that a message needs in a language, in their usual order: the source's exact numbers, then the language's
 * forms. If the language has no category `zero`, the source's `zero` means exactly 0, as in i18next, Rails, Flutter and
 * Apple's formats. Omits a category whose numbers are all exact, because ICU never selects it.
 *
 * @param header the file's own `Plural-Forms`, for gettext.
 */
export function formsOf(
  rule: PluralRule,
  language: string,
  source: Forms = {},
  header?: string,
): readonly FormOfLanguage[] {
  const isCategory = (name: string) => rule !== "gettext" && categoriesOf(language, rule).some((one) => one === name);
  const exact = Object.keys(source).filter((name) => exactNumber(name) !== null && !isCategory(name));
  const key = JSON.stringify([rule, language, exact, header]);
  const known = KNOWN.get(key);
  if (known) return known;
  const forms = findForms(rule, language, exact, header);
  // The cache must be bounded, because exact numbers and headers come from files.
  if (KNOWN.size >= MAX_KNOWN) KNOWN.clear();
  KNOWN.set(key, forms);
  return forms;
}

/** Cached: trying a thousand numbers takes a millisecond, and a page of segments needs it a hundred times. */
const KNOWN = new Map<string, readonly FormOfLanguage[]>();
const MAX_KNOWN = 1_000;

function findForms(
  rule: PluralRule,
  language: string,
  exact: readonly string[],
  header: string | undefined,
): readonly FormOfLanguage[] {
  if (rule === "gettext") {
    const forms = gettextRule(language, header);
    const names = Array.from({ length: forms.count }, (_, index) => String(index));
    return sampled(names, (n) => (Number.isInteger(n) ? String(forms.index(n)) : ""));
  }
  const numbers = new Set(exact.map((name) => exactNumber(name)));
  const select = selectorOf(language, rule);
  const byLanguage = sampled(categoriesOf(language, rule), (n) => (numbers.has(n) ? "" : select(n)));
  return [
    ...exact.map((name) => ({ name, samples: [exactNumber(name)!], required: true })),
    // A form whose numbers are all exact has no examples and is not needed, but `other` is always required.
    ...byLanguage.filter(({ name, samples }) => name === "other" || samples.length > 0),
  ];
}

/** The main form of a plural message, shown as its `source` and `translation.text`. */
export function mainForm(rule: PluralRule, language: string, header?: string): string {
  return rule === "gettext" ? String(gettextRule(language, header).index(5)) : "other";
}

/** The text for a number: an exact number's if there is one, else the form's; null if missing. */
export function formFor(
  n: number,
  { rule, language, forms, header }: { rule: PluralRule; language: string; forms: Forms; header?: string },
): string | null {
  const exact = [`=${n}`, n === 0 ? "zero" : ""].find((name) => Object.hasOwn(forms, name));
  if (exact !== undefined) return exact;
  const name = rule === "gettext" ? String(gettextRule(language, header).index(n)) : selectorOf(language, rule)(n);
  if (Object.hasOwn(forms, name)) return name;
  const main = mainForm(rule, language, header);
  return Object.hasOwn(forms, main) ? main : null;
}

/** True if a form applies to a single number, such as Polish `one`, so that its text may omit the number. */
export function isOfOneNumber({ samples }: FormOfLanguage): boolean {
  return samples.length === 1;
}

function exactNumber(name: string): number | null {
  return name === "zero" ? 0 : /^=\d{1,9}$/.test(name) ? Number(name.slice(1)) : null;
}

/** The plural rule that defines the form names: gettext's names are indices. */
export function ruleOf(forms: Forms): PluralRule {
  const names = Object.keys(forms);
  return names.length > 0 && names.every((name) => isFormName("gettext", name)) ? "gettext" : "cardinal";
}

/** True if a form may have this name. */
export function isFormName(rule: PluralRule, name: string): boolean {
  return rule === "gettext" ? /^[0-9]$/.test(name) : isPluralCategory(name) || exactNumber(name) !== null;
}

function sampled(names: readonly string[], select: (n: number) => string): FormOfLanguage[] {
  const samples = new Map<string, number[]>(names.map((name) => [name, []]));
  for (const n of [...WHOLE, ...OTHERS]) {
    const own = samples.get(select(n));
    if (own && own.length < MAX_SAMPLES) own.push(n);
  }
  return names.map((name) => {
    const own = samples.get(name)!;
    return { name, samples: own, required: name === "other" || own.some((n) => Number.isInteger(n) && n <= 1_000) };
  });
}

function selectorOf(language: string, rule: "cardinal" | "ordinal"): (n: number) => string {
  const categories = categoriesOf(language, rule);
  const [known] = Intl.PluralRules.supportedLocalesOf(language);
  if (!known) return (n) => (n === 1 && categories.includes("one") ? "one" : "other");
  const rules = new Intl.PluralRules(known, { type: rule });
  return (n) => rules.select(n);
}

function gettextRule(language: string, header: string | undefined): GettextForms {
  return (header && parsePluralForms(header)) || gettextForms(language);
}

/**
 * All forms of a stored translation by name, without empty ones. Its text is the language's main form, unless `forms`
 * contains that form, too: see {@link splitForms}.
 */
export function allForms(
  rule: PluralRule,
  language: string,
  { text, forms }: { readonly text: string | null; readonly forms: Forms | null },
): Forms {
  const all = Object.entries({ [mainForm(rule, language)]: text ?? "", ...forms });
  return Object.fromEntries(all.filter(([, one]) => one !== ""));
}

/** The forms of a translation as shown to callers; undefined unless the segment is a plural message. */
export function viewForms(
  rule: PluralRule | null,
  language: string,
  row: { readonly text: string | null; readonly forms: Forms | null },
): { readonly forms?: Record<string, string> } {
  return rule ? { forms: { ...allForms(rule, language, row) } } : {};
}

/**
 * Splits forms for storage: the main form as the text, and the others. If the file's header has another main form than
 * the language, that form is the text, and `forms` contains all, the language's main form even if it is empty.
 */
export function splitForms(
  rule: PluralRule,
  language: string,
  all: Forms,
  header?: string,
): { readonly text: string | null; readonly forms: Forms } {
  const [main, own] = [mainForm(rule, language), mainForm(rule, language, header)];
  const present = Object.fromEntries(Object.entries(all).filter(([, one]) => one !== ""));
  if (own !== main && Object.keys(present).length > 0)
    return { text: present[own] ?? null, forms: { ...present, [main]: present[main] ?? "" } };
  const { [main]: text, ...others } = present;
  return { text: text ?? null, forms: others };
}

/** True if a stored translation has no text in any form. */
export function isEmpty({ text, forms }: { readonly text: string | null; readonly forms: Forms | null }): boolean {
  return text === null && Object.keys(forms ?? {}).length === 0;
}

/** True if two sets of forms are equal. */
export function sameForms(a: Forms | null, b: Forms | null): boolean {
  const [one, other] = [Object.entries(a ?? {}), b ?? {}];
  return one.length === Object.keys(other).length && one.every(([name, text]) => other[name] === text);
}
