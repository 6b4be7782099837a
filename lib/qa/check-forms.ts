import { codesIn } from "@/lib/text/codes-in";
import { type Forms, formFor, formsOf, isOfOneNumber } from "@/lib/text/plurals/plural-forms";
import type { InlineCode } from "@/lib/text/segment";
import type { PluralRule } from "@/lib/vocabulary/plural-rules";
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

/** Findings that do not apply to a form of a single number: it may omit the number itself. */
const MAY_LACK_NUMBER: ReadonlySet<string> = new Set(["placeholder.missing", "tags.missing", "number.missing"]);
/** Checks of the message as a whole, not of a form. */
const OF_MESSAGE: ReadonlySet<string> = new Set(["outdated", "fuzzy.unedited", "issue.open", "mt.unedited_approved"]);

/**
 * Checks the forms of a translation, each against the source form for one of its numbers. Findings name the form in
 * `params.form`, with offsets in its text. A missing form that the language needs is `plural.categories`.
 */
export function checkForms(plural: QaPlural, target: Forms, context: QaContext): QaIssue[] {
  const needed = formsOf(plural.rule, context.target, plural.forms, plural.header);
  let isFirst = true;
  return needed.flatMap((form): QaIssue[] => {
    const text = target[form.name];
    if (!text) return form.required ? missing(form.name, context) : [];
    const source = sourceOf(plural, form.samples, context.source);
    const codes = codesIn(source, plural.codes);
    const found = checkTranslation({ text: source, codes, maxLength: plural.maxLength ?? null }, text, context);
    const kept = found.filter(
      ({ check }) => (isFirst || !OF_MESSAGE.has(check)) && !(isOfOneNumber(form) && MAY_LACK_NUMBER.has(check)),
    );
    isFirst = false;
    return kept.map((issue) => named(issue, form.name));
  });
}

/** The source text for the numbers of a form. */
function sourceOf({ rule, forms }: QaPlural, samples: readonly number[], language: string): string {
  const name = formFor(samples[0] ?? 1_000_000, { rule, language, forms });
  return (name === null ? Object.values(forms)[0] : forms[name]) ?? "";
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
