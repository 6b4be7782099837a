import { relativeLength } from "./length-ratio";
import { INTERVAL } from "./placeholders";
import type { Finding, Subject } from "./subject";

/** Reports brackets and quotation marks that are unpaired, or whose number differs from the source. */
export function* brackets(subject: Subject): Generator<Finding> {
  const { source, target } = subject;
  if (target.isBlank || INTERVAL.test(source.plain + target.plain)) return;
  // A Fluent choice in the translation of a plain text.
  if (/\{[^{}]*->/.test(target.plain)) return;
  const expected = pairUp(source.prose);
  const found = pairUp(target.prose);
  if (expected.single.length === 0 && found.single.length > 0) {
    for (const { at, bracket } of found.single) {
      yield { check: "brackets.unbalanced", params: { bracket }, ...target.range(at, at + 1) };
    }
  } else {
    for (const kind of KINDS) {
      const [wanted, there] = [expected.pairs.get(kind) ?? 0, found.pairs.get(kind) ?? 0];
      if (kind === "()" ? wanted <= there || !losesAside(subject) : wanted === there) continue;
      if (kind === "[]" && wanted < there && NAMES_IN_BRACKETS.has(subject.targetLanguage)) continue;
      if (kind === "[]" && DATE_PATTERN.test(source.prose)) continue;
      yield { check: "brackets.mismatch", params: { brackets: kind, expected: wanted, found: there } };
    }
  }
  const quote = QUOTE.test(target.prose) && /\p{L}/u.test(target.prose) ? unpairedQuote(target.prose) : null;
  if (quote !== null && unpairedQuote(source.prose) === null) {
    yield { check: "quotes.unbalanced", params: { quote: target.prose[quote]! }, ...target.range(quote, quote + 1) };
  }
}

/** A date pattern with words in square brackets, as in Moment: `[Yesterday at] LT`. */
const DATE_PATTERN = /^(?=.*(?:\bL{1,4}T?\b|\bLT\b|DD|dddd|YYYY))(?:\[[^[\]]*\]|[LTSdDoMYHhmsaA]|[\s,./:-])+$/;

/** Languages that may write names of buttons and menus in square brackets: `[設定]`. */
const NAMES_IN_BRACKETS: ReadonlySet<string> = new Set(["ja", "ko", "zh"]);

/** A shorter translation may lack the bracketed text; a longer one may have rephrased it. */
const SHORTER = 0.75;

/**
 * True if a translation without the source's round brackets lacks their content. Round brackets are often added
 * ("(TRUE)" after its translation) and omitted: an abbreviation, or a parenthesis merged into the sentence.
 */
function losesAside(subject: Subject): boolean {
  if (relativeLength(subject) >= SHORTER) return false;
  const target = subject.target.prose.toLowerCase();
  // Bracketed names are optional: most languages omit one in "Cocos (Keeling) Islands".
  if (!/(?<!\p{L})\p{Ll}/u.test(subject.source.prose) || /\([^()]*\(/.test(subject.source.prose)) return false;
  const asides = [...subject.source.prose.matchAll(/\(([^()]{2,})\)/g)].map(([, aside = ""]) => aside);
  return asides.some((aside) => {
    const kept = aside.match(/[\p{Lu}\p{N}][\p{L}\p{N}]*/gu) ?? [];
    // In "(Level 6)", a missing number is reported by its own check.
    return (
      /\p{Ll}{2}/u.test(aside) && !/\p{N}$/u.test(aside) && !kept.some((word) => target.includes(word.toLowerCase()))
    );
  });
}

const OPENING = "([{（［｛";
const CLOSING = ")]}）］｝";
const KINDS = ["()", "[]", "{}"] as const;
type Kind = (typeof KINDS)[number];

type Brackets = {
  readonly pairs: ReadonlyMap<Kind, number>;
  readonly single: readonly { readonly at: number; readonly bracket: string }[];
};

/** Text before an intentionally unpaired bracket: `a)`, `1)` at the start of an item, and emoticons. */
const LONE_CLOSING = /(?:^|[\s(])(?:\p{L}|\p{N}{1,3}|[:;؛=]-?)$/u;

function pairUp(prose: string): Brackets {
  const pairs = new Map<Kind, number>();
  const single: { at: number; bracket: string }[] = [];
  const open: { at: number; kind: Kind }[] = [];
  for (const { index: at, 0: bracket } of prose.matchAll(/[()[\]{}（）［］｛｝]/g)) {
    const opens = OPENING.indexOf(bracket) % 3;
    if (opens >= 0) {
      open.push({ at, kind: KINDS[opens]! });
      continue;
    }
    const kind = KINDS[CLOSING.indexOf(bracket) % 3]!;
    const last = open.at(-1);
    if (last?.kind === kind) {
      open.pop();
      if (kind !== "()" || !isPluralEnding(prose, last.at, at)) pairs.set(kind, (pairs.get(kind) ?? 0) + 1);
    } else if (!LONE_CLOSING.test(prose.slice(Math.max(0, at - 5), at))) {
      single.push({ at, bracket });
    }
  }
  const unclosed = open.filter(({ at }) => !/[:;؛=]-?$/.test(prose.slice(Math.max(0, at - 2), at)));
  return { pairs, single: [...single, ...unclosed.map(({ at }) => ({ at, bracket: prose[at]! }))] };
}

/** "file(s)", "operand (s)", "utilisateur(rice)": languages without such endings need no brackets. */
function isPluralEnding(prose: string, open: number, close: number): boolean {
  const ending = prose.slice(open + 1, close);
  return prose[open - 1] === " "
    ? /\p{L}/u.test(prose[open - 2] ?? "") && /^\p{Ll}{1,2}$/u.test(ending)
    : /\p{L}/u.test(prose[open - 1] ?? "") && /^\p{Ll}{1,5}$/u.test(ending);
}

const QUOTE = /[«»「」『』"“”„‟〝〞＂]/;
const DOUBLE = /["“”„‟〝〞＂]/g;

/** The last quotation mark if their number is odd; null if all may be paired. */
function unpairedQuote(prose: string): number | null {
  for (const [left, right] of [
    ["«", "»"],
    ["「", "」"],
    ["『", "』"],
  ] as const) {
    const [opened, closed] = [count(prose, left), count(prose, right)];
    if (opened !== closed) return prose.lastIndexOf(opened > closed ? left : right);
  }
  const marks = [...prose.matchAll(DOUBLE)];
  if (marks.length % 2 === 0) return null;
  // After a digit it may mean inches; between letters it may be a Hebrew abbreviation.
  const surely = marks.filter(
    ({ index, 0: mark }) =>
      mark !== '"' || !/^(?:\d|\p{L}"\p{L})/u.test(prose.slice(Math.max(0, index - 1), index + 2)),
  );
  return surely.length % 2 === 0 ? null : (surely.at(-1)?.index ?? null);
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
