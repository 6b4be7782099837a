import { baseLanguage } from "@/lib/text/languages";
import type { QaContext, QaSegment } from "./checked";
import { relativeLength } from "./length-ratio";
import { type Finding, Subject } from "./subject";
import { type Edit, MARK_SYMBOL, type TextView } from "./text-view";

const NBSP = "\u00a0";
const NARROW_NBSP = "\u202f";

/** Compares outer and inner white space, no-break spaces, and line breaks. */
export function* spaces(subject: Subject): Generator<Finding> {
  if (subject.target.isBlank) return;
  yield* ends(subject);
  yield* doubleSpaces(subject);
  yield* noBreakSpaces(subject);
  yield* lineBreaks(subject);
}

/** Languages that put no space between sentences. */
const NO_SPACE_BETWEEN: ReadonlySet<string> = new Set(["zh", "ja"]);

function* ends({ source, target, targetLanguage }: Subject): Generator<Finding> {
  const unspaced = NO_SPACE_BETWEEN.has(targetLanguage);
  const differ = (expected: string, found: string) =>
    expected.replaceAll("\r\n", "\n") !== found.replaceAll("\r\n", "\n") && !(unspaced && found === "");
  const text = target.plain;
  // White space outside the source's tags must be outside the target's tags, too.
  const leading = (plain: string) => plain.slice(0, plain.length - plain.trimStart().length);
  const trailing = (plain: string) => plain.slice(plain.trimEnd().length);
  const [wantedBefore, before] = [leading(source.plain), leading(text)];
  // ", and " becomes " und ", without the comma.
  const lostComma = wantedBefore === "" && before === " " && /^[,;]\s/.test(source.plain);
  if (!lostComma && differ(wantedBefore, before)) {
    const isOutside = before === "" && /^\s/.test(source.encoded);
    yield {
      check: "space.leading",
      ...(isOutside ? insertion(0, wantedBefore) : target.replace(0, before.length, wantedBefore)),
    };
  }
  const [wantedAfter, after] = [trailing(source.plain), trailing(text)];
  if (differ(wantedAfter, after)) {
    const isOutside = after === "" && /\s$/.test(source.encoded);
    yield {
      check: "space.trailing",
      ...(isOutside
        ? insertion(target.encoded.length, wantedAfter)
        : target.replace(text.length - after.length, text.length, wantedAfter)),
    };
  }
}

function insertion(at: number, space: string): Edit {
  return { start: at, end: at, replacement: space };
}

const SPACES = /[ \u00a0\u202f]{2,}/g;

function* doubleSpaces({ source, target }: Subject): Generator<Finding> {
  const text = target.plain;
  // The source aligns columns by spaces, so the translation may do so, too.
  if (/[ \u00a0\u202f]{2}|\t/.test(source.plain.trim())) return;
  for (const { index, 0: run } of text.matchAll(SPACES)) {
    const end = index + run.length;
    const atLineEnd = index === 0 || end === text.length || text[index - 1] === "\n" || /[\r\n]/.test(text[end]!);
    if (atLineEnd) continue;
    const kept = run.includes(NARROW_NBSP) ? NARROW_NBSP : run.includes(NBSP) ? NBSP : " ";
    yield { check: "space.double", ...target.replace(index, end, kept) };
  }
}

/** Marks before which French has a no-break space; in Canada not before `;`, `!` and `?`. */
const BEFORE: Readonly<Record<string, string>> = { fr: ";!?:»", "fr-CA": ":»" };

/** Adds the no-break spaces that the language requires to a translation, so that a draft passes the check. */
export function withNoBreakSpaces(source: QaSegment, text: string, context: QaContext): string {
  if (!marksOf(context.target)) return text;
  const subject = new Subject(source, text, context);
  return [...noBreakSpaces(subject)].reduceRight(
    (fixed, { start, end, replacement }) =>
      replacement === undefined ? fixed : fixed.slice(0, start) + replacement + fixed.slice(end),
    text,
  );
}

function marksOf(language: string): string | undefined {
  return BEFORE[language] ?? BEFORE[baseLanguage(language)];
}

function* noBreakSpaces({ source, target, context }: Subject): Generator<Finding> {
  const marks = marksOf(context.target);
  if (!marks || target.plain === source.plain) return;
  const text = target.prose;
  // An unpaired guillemet is an arrow.
  const hasQuotes = text.includes("«");
  for (let at = 0; at < text.length; at++) {
    const mark = text[at]!;
    const neighbour = mark === "«" ? at + 1 : marks.includes(mark) && isPunctuation(text, at) ? at - 1 : -1;
    const found = text[neighbour];
    if (mark === "»" && !hasQuotes) continue;
    if (found === undefined || found === NBSP || found === NARROW_NBSP || found === "\n") continue;
    const space = ";!?".includes(mark) ? NARROW_NBSP : NBSP;
    const between = Math.max(neighbour, at);
    const edit = found === " " ? target.replace(neighbour, neighbour + 1, space) : insertBefore(target, between, space);
    yield { check: "space.nbsp", params: { mark }, ...edit };
  }
}

/** Not in `10:30`, `a!=b`, `:)` and before the second mark of `?!`. */
function isPunctuation(text: string, at: number): boolean {
  // A name in quotes: `"file:"`.
  if (/["'`]/.test(text[at + 1] ?? "") && /["'`][^\s"'`]{1,20}$/.test(text.slice(Math.max(0, at - 21), at)))
    return false;
  const before = text[at - 1] === " " ? text[at - 2] : text[at - 1];
  if (before === undefined || ";!?:«\n([".includes(before)) return false;
  const after = text[at + 1];
  return after === undefined || text[at] === "»" || /[\s!?»”")\]…]/.test(after) || after === MARK_SYMBOL;
}

/** The position directly before a character, after the tags in front of it. */
function insertBefore(target: TextView, at: number, space: string): Edit {
  return insertion(target.range(at, at + 1).start, space);
}

/** Share of line breaks below which some are missing, and minimum relative length of a repeated text. */
const LOST = 0.67;
const DOUBLED = 1.7;

/**
 * Reports merged lines. If the source wraps lines within sentences, the translation wraps elsewhere, so only paragraphs
 * are counted. The translator may add line breaks, unless the text is repeated.
 */
function* lineBreaks(subject: Subject): Generator<Finding> {
  const { source, target } = subject;
  if (!HAS_BREAK.test(source.plain) && !HAS_BREAK.test(target.plain)) return;
  const pattern = isWrapped(source.plain) ? PARAGRAPH_END : LINE_END;
  const count = (text: string) => text.replace(TYPED_BREAK, "\n").trim().match(pattern)?.length ?? 0;
  const [expected, found] = [count(source.plain), count(target.plain)];
  const isLost = found === 0 ? expected > 0 : found <= expected * LOST;
  const isDoubled = expected === 0 && found > 0 && relativeLength(subject) > DOUBLED;
  if (isLost || isDoubled) yield { check: "newline.count", params: { expected, found } };
}

const HAS_BREAK = /[\n\r\u2028]|<br/i;
/** A line break written as markup where the source has a line end or a code. */
const TYPED_BREAK = /<br\s?\/?>/gi;
/** Consecutive line ends count as one. */
const LINE_END = /(?:\r\n|[\n\r\u2028])\s*/g;
const PARAGRAPH_END = /(?:\r\n|\r(?!\n)|[\n\u2028])[ \t]*(?:\r\n|[\n\r\u2028])\s*/g;
/** A line that ends within a sentence and is not followed by a list item or a new sentence. */
const WRAPPED =
  /[^\s.:;!?…)"'`][ \t]*(?:\r\n|[\n\r\u2028])[ \t]*(?![-*•–+]|\p{N}+[.)]|\p{Lu}|[\r\n\u2028]|$)|[\p{L},] (?:the|and|of|an?|to|in|or|for|with|from|by|is|on|at|that)[ \t]*[\r\n]/u;

function isWrapped(text: string): boolean {
  return WRAPPED.test(text.trim());
}
