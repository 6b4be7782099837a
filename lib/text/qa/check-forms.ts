import { baseLanguage } from "@/lib/text/languages";
import { codesIn } from "@/lib/text/message/codes";
import { categoriesOf } from "@/lib/text/plurals/plural-categories";
import { type FormOfLanguage, type Forms, formFor, formsOf, isOfOneNumber } from "@/lib/text/plurals/plural-forms";
import type { InlineCode } from "@/lib/text/segment";
import type { PluralRule } from "@/lib/vocabulary/segments";
import { CHECKS, checkTranslation, type QaContext, type QaIssue } from "./check";
import { fnv1a64 } from "./fingerprint";

/** A plural message whose translation is checked. */
export type QaPlural = {
  readonly rule: PluralRule;
  /** Encoded text with the codes of the segment. */
  readonly forms: Forms;
  readonly codes: readonly InlineCode[];
  readonly maxLength?: number | null;
  /** The target file's own `Plural-Forms`, for gettext. */
  readonly header?: string;
};

/** Findings that don't apply to a form for zero or one, which may omit the number. */
const MAY_LACK_NUMBER: ReadonlySet<string> = new Set(["placeholder.missing", "tags.missing", "number.missing"]);
/** Checks of the whole message rather than of a form. */
const OF_MESSAGE: ReadonlySet<string> = new Set(["outdated", "fuzzy.unedited", "issue.open", "mt.unedited_approved"]);

/**
 * Checks each form of a translation against the source form for most of its numbers. Findings name the form in
 * `params.form`, with offsets in its text. A missing form that the language needs is `plural.categories`.
 */
export function checkForms(plural: QaPlural, target: Forms, context: QaContext): QaIssue[] {
  // In some languages, Qt has two forms where gettext has one.
  const hasTwo = context.format === "qt" && target["1"] && !target["2"];
  const header = plural.header ?? (hasTwo ? "nplurals=2; plural=(n != 1);" : undefined);
  const needed = formsOf(plural.rule, context.target, plural.forms, header);
  const sources = Object.values(plural.forms);
  const isCopy = Object.values(target).every((text) => !text || sources.includes(text));
  const isPlural = !isCopy && isInflected(plural, context);
  let isFirst = true;
  return needed.flatMap((form): QaIssue[] => {
    const text = target[form.name];
    if (!text) {
      const isLeft =
        !isNeeded(form, plural, context) ||
        // In Fluent and ICU, an exact number and the language's category can replace each other.
        (target[EXPLICIT[form.name] ?? ""] ?? "") !== "" ||
        (isOfOneNumber(form) && (target[`=${form.samples[0]}`] ?? "") !== "") ||
        (target.other !== undefined && (readsAsOther(form, plural, context) || (form.name === "many" && !!target.few)));
      return isPlural && !isLeft ? missing(form.name, plural, context) : [];
    }
    const source = sourceOf(plural, form.samples, context.source);
    const codes = codesIn(source, plural.codes);
    const found = checkTranslation({ text: source, codes, maxLength: plural.maxLength ?? null }, text, context);
    const kept = found.filter(
      (issue) =>
        (isFirst || !OF_MESSAGE.has(issue.check)) &&
        !((isCopy || mayLackNumber(form)) && MAY_LACK_NUMBER.has(issue.check)) &&
        !isNumberOf(plural, codes, issue, context),
    );
    isFirst = false;
    return kept.map((issue) => named(issue, form.name));
  });
}

/**
 * True if the message has a form for each number: false if its own language's forms are incomplete, or if the target's
 * rules are unknown.
 */
function isInflected({ rule, forms }: QaPlural, { source, target }: QaContext): boolean {
  if (rule === "gettext") return true;
  if (!Object.hasOwn(forms, "other") || Intl.PluralRules.supportedLocalesOf(target).length === 0) return false;
  return formsOf(rule, source, forms).every(({ name, required }) => !required || Object.hasOwn(forms, name));
}

const EXPLICIT: Readonly<Record<string, string>> = { "=0": "zero", "=1": "one", "=2": "two" };

/**
 * True if a missing form can be selected. Android counts whole numbers, none of which is `other` in Russian. With `=1`,
 * the French `one` applies only to 0, for which the plural reads well.
 */
function isNeeded(
  { name, samples, required }: FormOfLanguage,
  { forms }: QaPlural,
  { format, target }: QaContext,
): boolean {
  if (!required) return false;
  // Qt has a single form for these languages.
  if (format === "qt" && name !== "0" && UNCOUNTED.has(baseLanguage(target))) return false;
  // The default variant of a Fluent message may have any name.
  if (name === "other" && format === "ftl") return false;
  if (name === "other") return format !== "android" || samples.some(Number.isInteger);
  return !(Object.hasOwn(forms, "=1") && samples.filter(Number.isInteger).join() === "0");
}

/** Languages whose nouns don't change after a number. */
const UNCOUNTED: ReadonlySet<string> = new Set("az ckb fa hu hy ka kk ku ky tr tt ug uz".split(" "));

/** True if the other form reads well for a missing one: also for the Arabic or exact zero and the Hebrew dual. */
function readsAsOther({ name }: FormOfLanguage, { forms }: QaPlural, { target, format }: QaContext): boolean {
  // "Open one of these links" doesn't count anything, while "files" needs a number.
  const other = forms.other ?? "";
  if (!/<x\d|\d/.test(other) && other.trim().split(/\s+/).length > 2 && name !== "one") return true;
  const language = baseLanguage(target);
  // In Fluent, the default also covers one.
  if (name === "one") return UNCOUNTED.has(language) || format === "ftl";
  if (name === "zero") return /^(?:ar|lv)$/.test(language) || !categoriesOf(target).includes(name);
  if (name.startsWith("=")) return categoriesOf(target).length === 1 || UNCOUNTED.has(language);
  return name === "two" && language === "he";
}

/** True for a form of one number up to 100, or of 0 and 1 as in French. Fractions can't be written in words. */
function mayLackNumber({ samples }: FormOfLanguage): boolean {
  const whole = samples.filter((n) => Number.isInteger(n) && n <= 100);
  return whole.length === 1 || (whole.length > 1 && whole.every((n) => n <= 1));
}

/**
 * The source text for the numbers of a form. Uses the largest of the few samples, because Russian `one` also covers 21,
 * to which English "a minute" does not apply.
 */
function sourceOf({ rule, forms }: QaPlural, samples: readonly number[], language: string): string {
  const number = samples.findLast(Number.isInteger) ?? samples[0] ?? 1_000_000;
  const name = formFor(number, { rule, language, forms });
  return (name === null ? Object.values(forms)[0] : forms[name]) ?? "";
}

/** True if a finding is about the message's number in a form whose source writes it in words. */
function isNumberOf(
  { codes }: QaPlural,
  source: readonly InlineCode[],
  { check, params }: QaIssue,
  { format }: QaContext,
): boolean {
  // The selector's variable may be in the text around it: `{ $n } { $n -> [one] hour *[other] hours }`.
  if (check === "placeholder.extra" && codes.some(({ equiv }) => equiv === "#"))
    return /^\{/.test(`${params.placeholder}`);
  if (check === "placeholder.extra") return format === "ftl" && /^\{\s*\$/.test(`${params.placeholder}`);
  if (check !== "tags.extra") return false;
  const code = codes.find(({ id }) => params.tag === `<x${id}/>`);
  return code?.kind === "placeholder" && !source.includes(code);
}

/** A missing form is a warning for names in Rails, such as "Zone" and "Zones", which may be shown without a number. */
function missing(form: string, { rule, forms }: QaPlural, { severities, format }: QaContext): QaIssue[] {
  const check = "plural.categories";
  const isCounted =
    format !== "yaml" || rule === "gettext" || Object.values(forms).some((text) => /<x\d|\d/.test(text));
  const usual = isCounted ? CHECKS.find(({ id }) => id === check)!.severity : "warning";
  const severity = severities?.[check] ?? usual;
  if (severity === "off") return [];
  const params = { missing: form };
  return [named({ check, severity, start: null, end: null, params, replacement: null, fingerprint: check }, form)];
}

function named(issue: QaIssue, form: string): QaIssue {
  return { ...issue, params: { ...issue.params, form }, fingerprint: fnv1a64(`${form} ${issue.fingerprint}`) };
}
