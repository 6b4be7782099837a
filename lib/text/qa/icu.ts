import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { hasIcuChoice } from "@/lib/text/message/placeholders";
import type { Finding, Subject } from "./subject";

/** Maximum length of a message to parse, since the parser's time grows with the nesting depth. */
const MAX_MESSAGE_LENGTH = 10_000;

/** Finds messages with cases in a single segment; formats that support them create a segment per case. */
export function* icu({ source, target, context }: Subject): Generator<Finding> {
  if (target.isBlank || !hasIcuChoice(source.plain)) return;
  if (Math.max(source.plain.length, target.plain.length) > MAX_MESSAGE_LENGTH) return;
  const wanted = read(source.plain);
  if (!wanted.ok) return;
  const found = read(target.plain);
  if (!found.ok) {
    yield { check: "icu.syntax", params: { reason: found.reason }, ...target.range(found.start, found.end) };
    return;
  }
  const expected = outline(wanted.elements);
  const actual = outline(found.elements);
  for (const name of expected.arguments) {
    if (!actual.arguments.has(name)) yield { check: "placeholder.missing", params: { placeholder: `{${name}}` } };
  }
  for (const [name, place] of actual.places) {
    if (expected.arguments.has(name)) continue;
    const { start, end } = place;
    yield { check: "placeholder.extra", params: { placeholder: `{${name}}` }, ...target.range(start, end) };
  }
  for (const choice of actual.choices) {
    const place = target.range(choice.start, choice.end);
    if (choice.plural) {
      const missing = lacking(choice.cases, context.target, choice.plural);
      if (missing.length === 0) continue;
      yield { check: "plural.categories", params: { argument: choice.name, missing: missing.join(", ") }, ...place };
    } else {
      const cases = expected.choices.find(({ name, plural }) => name === choice.name && !plural)?.cases;
      const wrong = cases && different(cases, choice.cases);
      if (wrong) yield { check: "icu.syntax", params: { reason: "cases_differ", cases: wrong }, ...place };
    }
  }
}

type Read =
  | { readonly ok: true; readonly elements: MessageFormatElement[] }
  | { readonly ok: false; readonly reason: string; readonly start: number; readonly end: number };

function read(message: string): Read {
  try {
    const options = { captureLocation: true, ignoreTag: true, shouldParseSkeletons: false };
    return { ok: true, elements: parse(message, options) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { location } = error as { location?: { start: { offset: number }; end: { offset: number } } };
    // The parser throws RangeError for braces nested too deep.
    const reason = error instanceof SyntaxError ? error.message.toLowerCase() : "too_deep";
    return { ok: false, reason, start: location?.start.offset ?? 0, end: location?.end.offset ?? message.length };
  }
}

type Choice = {
  readonly name: string;
  /** Null for a select. */
  readonly plural: "cardinal" | "ordinal" | null;
  readonly cases: readonly string[];
  readonly start: number;
  readonly end: number;
};

type Outline = {
  readonly arguments: ReadonlySet<string>;
  readonly places: ReadonlyMap<string, { readonly start: number; readonly end: number }>;
  readonly choices: readonly Choice[];
};

/** The arguments and choices of a message, at every depth. */
function outline(elements: readonly MessageFormatElement[]): Outline {
  const places = new Map<string, { start: number; end: number }>();
  const choices: Choice[] = [];
  const visit = (element: MessageFormatElement) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return;
    const place = { start: element.location!.start.offset, end: element.location!.end.offset };
    if (!places.has(element.value)) places.set(element.value, place);
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return;
    const plural = element.type === TYPE.plural ? (element.pluralType ?? "cardinal") : null;
    choices.push({ name: element.value, plural, cases: Object.keys(element.options), ...place });
    for (const { value } of Object.values(element.options)) value.forEach(visit);
  };
  elements.forEach(visit);
  return { arguments: new Set(places.keys()), places, choices };
}

/**
 * The categories for whole numbers up to 1000 that the cases lack; `=1` replaces a category of 1 alone. Categories for
 * millions (`many` in French and Spanish), fractions and 0 alone (Arabic) may use `other`, as is common practice.
 */
function lacking(cases: readonly string[], language: string, type: "cardinal" | "ordinal"): string[] {
  const missing: string[] = [];
  for (const [category, numbers] of numbersByCategory(language, type)) {
    const served = numbers.length < 10 && numbers.every((n) => n === 0 || cases.includes(`=${n}`));
    if (!cases.includes(category) && !served) missing.push(category);
  }
  return missing.sort((a, b) => CATEGORIES.indexOf(a) - CATEGORIES.indexOf(b));
}

const CATEGORIES = ["zero", "one", "two", "few", "many", "other"];

const known = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** Empty for a language for which CLDR has no rules. */
function numbersByCategory(language: string, type: "cardinal" | "ordinal"): ReadonlyMap<string, readonly number[]> {
  const key = `${type} ${language}`;
  let numbers = known.get(key);
  if (!numbers) {
    numbers = Intl.PluralRules.supportedLocalesOf(language).length > 0 ? sortNumbers(language, type) : new Map();
    known.set(key, numbers);
  }
  return numbers;
}

function sortNumbers(language: string, type: "cardinal" | "ordinal"): Map<string, number[]> {
  const rules = new Intl.PluralRules(language, { type });
  const numbers = new Map<string, number[]>();
  for (let n = 0; n <= 1000; n++) {
    const category = rules.select(n);
    const same = numbers.get(category);
    if (same) same.push(n);
    else numbers.set(category, [n]);
  }
  return numbers;
}

/** Names of cases that only one of two selects has. */
function different(expected: readonly string[], actual: readonly string[]): string {
  return [
    ...expected.filter((name) => !actual.includes(name)),
    ...actual.filter((name) => !expected.includes(name)),
  ].join(", ");
}
