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
  /** Encoded, with the codes of the segment. */
  readonly forms: Forms;
  readonly codes: readonly InlineCode[];
  readonly maxLength?: number | null;
  /** The target file's own `Plural-Forms`, for gettext. */
  readonly header?: string;
};

/** Findings that do not apply to a form of no or one thing: it may omit the number itself. */
const MAY_LACK_NUMBER: ReadonlySet<string> = new Set(["placeholder.missing", "tags.missing", "number.missing"]);
/** Checks of the message as a whole, not of a form. */
const OF_MESSAGE: ReadonlySet<string> = new Set(["outdated", "fuzzy.unedited", "issue.open", "mt.unedited_approved"]);

/**
 * Checks the forms of a translation, each against the source form for most of its numbers. Findings name the form in
 * `params.form`, with offsets in its text. A missing form that the language needs is `plural.categories`.
 */
export function checkForms(plural: QaPlural, target: Forms, context: QaContext): QaIssue[] {
  const needed = formsOf(plural.rule, context.target, plural.forms, plural.header);
  const sources = Object.values(plural.forms);
  const isCopy = Object.values(target).every((text) => !text || sources.includes(text));
  const isPlural = !isCopy && isInflected(plural, context);
  let isFirst = true;
  return needed.flatMap((form): QaIssue[] => {
    const text = target[form.name];
    if (!text) {
      const isLeft =
        !isNeeded(form, plural, context) ||
        // In Fluent and ICU the category of the language says the same, and the other way round.
        (target[EXPLICIT[form.name] ?? ""] ?? "") !== "" ||
        (isOfOneNumber(form) && (target[`=${form.samples[0]}`] ?? "") !== "") ||
        (target.other !== undefined && readsAsOther(form, plural, context));
      return isPlural && !isLeft ? missing(form.name, context) : [];
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
 * Whether the message has a form for each number: not if its own language lacks one, or if the target's rules are not
 * known.
 */
function isInflected({ rule, forms }: QaPlural, { source, target }: QaContext): boolean {
  if (rule === "gettext") return true;
  if (!Object.hasOwn(forms, "other") || Intl.PluralRules.supportedLocalesOf(target).length === 0) return false;
  return formsOf(rule, source, forms).every(({ name, required }) => !required || Object.hasOwn(forms, name));
}

const EXPLICIT: Readonly<Record<string, string>> = { "=0": "zero", "=1": "one", "=2": "two" };

/**
 * Whether a missing form can be selected. Android counts whole things, of which Russian has none for `other`. With
 * `=1`, the French `one` is left for 0 alone, which reads well in the plural.
 */
function isNeeded(
  { name, samples, required }: FormOfLanguage,
  { forms }: QaPlural,
  { format, target }: QaContext,
): boolean {
  if (!required) return false;
  // Qt has one form for these.
  if (format === "qt" && name !== "0" && UNCOUNTED.has(baseLanguage(target))) return false;
  // The default of a message in Fluent is any of its variants.
  if (name === "other" && format === "ftl") return false;
  if (name === "other") return format !== "android" || samples.some(Number.isInteger);
  return !(Object.hasOwn(forms, "=1") && samples.filter(Number.isInteger).join() === "0");
}

/** Languages whose nouns stay as they are after a number. */
const UNCOUNTED: ReadonlySet<string> = new Set("az ckb fa hu hy ka kk ku ky tr tt ug uz".split(" "));

/** Whether the other form reads well for those of a missing one: also the Arabic or explicit zero, the Hebrew two. */
function readsAsOther({ name }: FormOfLanguage, { forms }: QaPlural, { target, format }: QaContext): boolean {
  // "Open one of these links" names no number; next to "files" stands one.
  const other = forms.other ?? "";
  if (!/<x\d|\d/.test(other) && other.trim().split(/\s+/).length > 2 && name !== "one") return true;
  const language = baseLanguage(target);
  // In Fluent, the default is for one, too.
  if (name === "one") return UNCOUNTED.has(language) || format === "ftl";
  if (name === "zero") return /^(?:ar|lv)$/.test(language) || !categoriesOf(target).includes(name);
  if (name.startsWith("=")) return categoriesOf(target).length === 1 || UNCOUNTED.has(language);
  return name === "two" && language === "he";
}

/** A form of one number, or of 0 and 1 as in French. Fractions have no words for the number. */
function mayLackNumber({ samples }: FormOfLanguage): boolean {
  const whole = samples.filter(Number.isInteger);
  return whole.length === 1 || (whole.length > 1 && whole.every((n) => n <= 1));
}

/**
 * The source text for the numbers of a form: for the largest of the few samples, because Russian `one` is also for 21,
 * to which English "a minute" does not apply.
 */
function sourceOf({ rule, forms }: QaPlural, samples: readonly number[], language: string): string {
  const number = samples.findLast(Number.isInteger) ?? samples[0] ?? 1_000_000;
  const name = formFor(number, { rule, language, forms });
  return (name === null ? Object.values(forms)[0] : forms[name]) ?? "";
}

/** Whether a finding is the number of the message in a form whose source says it in words. */
function isNumberOf(
  { codes }: QaPlural,
  source: readonly InlineCode[],
  { check, params }: QaIssue,
  { format }: QaContext,
): boolean {
  // The variable of a selector may be in the text around it: `{ $n } { $n -> [one] hour *[other] hours }`.
  if (check === "placeholder.extra" && codes.some(({ equiv }) => equiv === "#"))
    return /^\{/.test(`${params.placeholder}`);
  if (check === "placeholder.extra") return format === "ftl" && /^\{\s*\$/.test(`${params.placeholder}`);
  if (check !== "tags.extra") return false;
  const code = codes.find(({ id }) => params.tag === `<x${id}/>`);
  return code?.kind === "placeholder" && !source.includes(code);
}

function missing(form: string, { severities }: QaContext): QaIssue[] {
  const check = "plural.categories";
  const severity = severities?.[check] ?? CHECKS.find(({ id }) => id === check)!.severity;
  if (severity === "off") return [];
  const params = { missing: form };
  return [named({ check, severity, start: null, end: null, params, replacement: null, fingerprint: check }, form)];
}

function named(issue: QaIssue, form: string): QaIssue {
  return { ...issue, params: { ...issue.params, form }, fingerprint: fnv1a64(`${form} ${issue.fingerprint}`) };
}
