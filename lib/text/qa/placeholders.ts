import type { Placeholder } from "@/lib/text/message/placeholders";
import { hasIcuChoice } from "@/lib/text/message/placeholders";
import { isNamed, type Syntax, syntaxOf } from "@/lib/text/message/syntax";
import { insertCode, insertCopy } from "./code-insertion";
import type { Finding, Subject } from "./subject";
import { occurrences, removal } from "./tags";
import { WORD_SYMBOL } from "./text-view";

/** Compares variables of format strings and templates, both as inline codes and as text. */
export function* placeholders(subject: Subject): Generator<Finding> {
  if (subject.target.isBlank) return;
  const taken = yield* codes(subject);
  yield* inText(subject, taken);
}

/** Checks placeholders that are inline codes. Returns those that the translation contains as text instead. */
function* codes(subject: Subject): Generator<Finding, ReadonlySet<Placeholder>> {
  const { segment, source, target, codeFaults } = subject;
  const taken = new Set<Placeholder>();
  const onlyMissing = codeFaults.every(({ fault }) => fault === "missing");
  const equivs = new Set(
    target.tokens.map((token) => (token.type === "single" ? subject.codes.get(token.id)?.equiv : "")),
  );
  for (const { fault, id } of codeFaults) {
    if (!subject.isPlaceholder(id)) continue;
    const placeholder = subject.codes.get(id)?.equiv ?? `<x${id}/>`;
    if (!isCertain(placeholder, subject)) continue;
    // A placeholder that the source repeats is needed only once.
    const repeats = isNamed(placeholder, placeholder.startsWith("%") ? "printf" : "brace");
    if (fault === "missing" && repeats && equivs.has(placeholder)) continue;
    if (subject.context.format === "yaml" && fault === "missing" && SAID_BEFORE.has(placeholder)) continue;
    // A language with more plural forms repeats the placeholder.
    if (fault === "doubled" && variants(target.plain) <= variants(source.plain)) {
      for (const token of occurrences(target.tokens, id).slice(1)) {
        yield { check: "placeholder.extra", params: { placeholder }, ...removal(token) };
      }
    } else if (fault === "missing") {
      const typed = target.placeholders.find(
        (found) => found.text === placeholder && !taken.has(found) && !source.plain.includes(placeholder),
      );
      if (typed) {
        taken.add(typed);
        if (isWrittenAlike(placeholder, subject)) continue;
        const place = target.range(typed.start, typed.end);
        const params = { placeholder, found: placeholder };
        yield { check: "placeholder.altered", params, ...place, replacement: `<x${id}/>` };
      } else if (!isKept(placeholder, subject)) {
        const edit = onlyMissing ? insertCode(segment, target, id) : null;
        yield { check: "placeholder.missing", params: { placeholder }, ...edit };
      }
    }
  }
  return taken;
}

/** Placeholders that text does not contain by accident. Other syntaxes also occur in examples, endings and emphasis. */
const CERTAIN =
  /^(?:<(?:[%?]|x\d)|#$|%(?:\d+\$|\[\d+\])?[-+0#',I]*\d*(?:\.\d+)?(?:hh?|ll?|z)?[@sdiufxcn]$|%[1-9]\d?$|%[({<]|%quant|%\w{3,}%$|#\{|##\w|\{\}$|%$|\S*\{+-?\s*[$-]?[\p{L}\p{N}_][\p{L}\p{N}_.-]*\s*(?:[,(].*)?\}+\S*$)/su;

/** True for these and a format's own names, except in code examples, and for words in braces in .NET, which has numbers. */
function isCertain(text: string, { context, source, target }: Subject): boolean {
  const format = context.format ?? "";
  if (format === "arb" && !text.startsWith("{")) return false;
  if (format === "resx" && /^\{\s*\p{L}[\p{L}\d]*\s*\}$/u.test(text)) return false;
  return (
    (CERTAIN.test(text) || NAMES[format]?.test(text) === true) &&
    ![source, target].some(({ plain }) => plain.includes(`\`${text}`))
  );
}

/** Laravel's `:name`, Drupal's `@name`, and variables of JavaScript. */
const NAMES: Readonly<Record<string, RegExp>> = {
  php: /^(?::[a-z_]+|\$\w+)$/,
  json: /^(?::[a-z_]+|\$\w+\$?)$/,
  po: /^@[a-z_]+$/,
};

/**
 * True if a missing code is present in another form: a name in the language's script, or a misread directive, such as
 * Qt's `%1d`, which is `%1` with a unit.
 */
function isKept(placeholder: string, { segment, source, target, context }: Subject): boolean {
  const has = (text: string) => target.plain.includes(text);
  if (context.format === "qt" && QT.test(placeholder))
    return new RegExp(`%L?${placeholder[1]}(?!\\d)`).test(target.plain);
  // ICU's argument name instead of the number sign.
  if (placeholder === "#" && /\{\w+\}/.test(target.plain)) return true;
  if (context.format === "ftl" && /^\{\s*[a-z][\w-]*\s*\}$/.test(placeholder)) return true;
  if (INTERVAL.test(source.plain + target.plain) && /^\{\d+\}$/.test(placeholder)) return true;
  // Laravel's `:Name` is the capitalised name. A letter may follow it only in scripts without spaces.
  if (/^:\w+$/.test(placeholder) && new RegExp(`${placeholder}(?!\\w)`, "i").test(target.plain)) return true;
  const term = TERM.exec(placeholder)?.[0];
  if (term && new RegExp(`\\{\\s*${term.slice(1).trim()}(?![\\w-])`).test(target.plain)) return true;
  // `%s` or Go's `%[1]s` for `%1$s`; Mozilla's `%1$S`, or `%1$0.S` to omit it, for `%S`.
  if ((argumentOf(placeholder) || placeholder.includes("://")) && has(placeholder)) return true;
  // A word of another script follows without a space, as in "%nمهمة".
  if (/^%[a-z]$/.test(placeholder) && new RegExp(`${placeholder}(?!\\p{Script=Latin})\\p{L}`, "u").test(target.plain))
    return true;
  const own = argumentsIn(segment).filter(({ text }) => text === placeholder);
  if (own.some((one) => argumentsOf(target.placeholders).some((other) => isSameArgument(one, other)))) return true;
  // "n°{ID}" for "#{ID}".
  if (placeholder.startsWith("#{") && has(placeholder.slice(1))) return true;
  // Turkish and Basque put the percent sign first: `%{done}` for `{done}%`. `${name}` may be `$` and `{name}`.
  if (placeholder.startsWith("{") && (has(`%${placeholder}`) || has(`$${placeholder}`))) return true;
  if (target.placeholders.some(({ text }) => text[0] === "{" && unnumbered(text) === unnumbered(placeholder)))
    return true;
  if (/^%\d+%$/.test(placeholder) && has(placeholder.slice(0, -1))) return true;
  if (/^\{\w+\}$/.test(placeholder) && has(`${placeholder.slice(0, -1)},`)) return true;
  return placeholder === "%" && /[٪％]/.test(target.plain);
}

/** True if a placeholder in the text is written to the file as is: `%1n` of Qt, in `<xliff:g>`, in Fluent variants. */
function isWrittenAlike(placeholder: string, { target, context }: Subject): boolean {
  // Apostrophes don't escape braces in most ARB files: '{name}'.
  if (context.format === "arb" || /^\{[^{}]*->/.test(target.plain)) return true;
  return context.format === "qt" ? QT.test(placeholder) : context.format === "android" && /<xliff:g/.test(target.plain);
}

/** A reference to another Fluent message, with or without arguments: `{ -brand(case: "genitive") }`. */
const TERM = /^\{\s*-[\w-]+/;

/** A Symfony or Laravel plural form for several numbers: `]1,Inf]`, `[2,*]`. Others start with `{0}`. */
export const INTERVAL = /[[\]]-?(?:\d+|Inf),\s?(?:\d+|Inf|\*)[[\]]/;

/** With a unit or an ending of the language: `%1n`, `%2tik`. */
const QT = /^%[1-9][a-zA-Z]*$/;

/** Variables that Rails provides to every message of a kind, so that a translation may add them. */
const GIVEN: ReadonlySet<string> = new Set(["%{attribute}", "%{count}", "%{model}", "%{value}"]);
/** and variables that Rails adds before a message anyway, so that a translation may omit them. */
const SAID_BEFORE: ReadonlySet<string> = new Set(["%{attribute}", "%{model}"]);

/** Number of plural forms that a text lists: "%d file|%d files". */
function variants(plain: string): number {
  return plain.split("|").length;
}

type Found = Placeholder & { readonly syntax: Syntax };

const BRACES: ReadonlySet<Syntax> = new Set(["icu", "brace", "mustache"]);

function* inText(subject: Subject, taken: ReadonlySet<Placeholder>): Generator<Finding> {
  const { segment, source, target, context } = subject;
  if (source.placeholders.length === 0 && target.placeholders.length === 0) return;
  // In a message with cases, braces are syntax, and arguments are compared case by case.
  const isMessage = hasIcuChoice(source.plain);
  const read = (all: readonly Placeholder[]): Found[] =>
    all
      .filter((found) => !taken.has(found))
      .map((found) => ({ ...found, syntax: syntaxOf(found) }))
      .filter(
        ({ text, syntax }) => syntax === "flagged" || (isCertain(text, subject) && !(isMessage && BRACES.has(syntax))),
      );
  const [wanted, found] = [read(source.placeholders), read(target.placeholders)];
  const missing = without(wanted, found);
  let extra = without(found, wanted);
  const isWhole = missing.length === 0 && extra.length === 0;
  const rest = missing.length > 0 ? withoutThose(target.plain, found, new Set(extra)) : "";
  for (const one of missing) {
    const other = damaged(one, rest) ?? extra.find(({ text }) => text[0] === one.text[0]);
    // The placeholder is part of an address.
    if (other?.text === one.text) continue;
    if ((!other || /^(?::|\{\s*-)/.test(one.text)) && isKept(one.text, subject)) continue;
    const params = { placeholder: one.text };
    if (other) {
      extra = extra.filter(({ start, end }) => end <= other.start || start >= other.end);
      const edit = target.replace(other.start, other.end, one.text);
      yield { check: "placeholder.altered", params: { ...params, found: other.text }, ...edit };
    } else {
      const place = source.range(one.start, one.end);
      yield { check: "placeholder.missing", params, ...insertCopy(segment, target, place, one.text) };
    }
  }
  const wrote = new Set([
    ...source.placeholders.map(({ text }) => text),
    ...segment.codes.map(({ equiv }) => equiv ?? ""),
  ]);
  const [own, written] = [argumentsIn(segment), argumentsOf(target.placeholders)];
  for (const { start, end, text, syntax } of extra) {
    // The source has the same sign, possibly of a placeholder that is not recognised.
    if (source.prose.includes(text[0]!)) continue;
    if (context.format === "yaml" && GIVEN.has(text)) continue;
    if ((/^[%$]\{/.test(text) && wrote.has(text.slice(1))) || (text === "%n" && wrote.has("%Ln"))) continue;
    // A named placeholder repeated, also from `#{ID}` and `%1%`, and the Turkish `%50` for `50%`.
    if ((isNamed(text, syntax) && wrote.has(text)) || wrote.has(`#${text}`)) continue;
    const number = /^%(\d+)[a-z]?$/.exec(text)?.[1];
    if (number && [`${text}%`, `${number}%`].some((one) => wrote.has(one) || source.plain.includes(one))) continue;
    // `%s` for `%1$s`, and the other way round.
    const argument = written.find((one) => one.start === start);
    if (argument && own.some((one) => isSameArgument(one, argument))) continue;
    if (wrote.has(text) && variants(target.plain) > variants(source.plain)) continue;
    if (text.startsWith("{") && [...wrote].some((one) => unnumbered(one) === unnumbered(text))) continue;
    if (syntax === "icu" && wrote.has(`${text.split(",")[0]!.trim()}}`)) continue;
    const term = TERM.exec(text)?.[0];
    if (term && [...wrote].some((one) => TERM.exec(one)?.[0] === term)) continue;
    if (/^\{\d/.test(text) && INTERVAL.test(source.plain + target.plain)) continue;
    if (context.format === "qt" && QT.test(text) && [...wrote].some((one) => one.startsWith(text.slice(0, 2))))
      continue;
    yield { check: "placeholder.extra", params: { placeholder: text }, ...target.replace(start, end, "") };
  }
  if (isWhole) yield* swapped(wanted, found, target);
}

/** Minimum occurrences in a text that offers several wordings: "Turn on %@ Switch on %@ Connect %@ …". */
const MANY = 4;

/** Placeholders that occur so often. */
function manyIn(all: readonly Found[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { text } of all) counts.set(unnumbered(text), (counts.get(unnumbered(text)) ?? 0) + 1);
  return new Set([...counts].flatMap(([text, count]) => (count >= MANY ? [text] : [])));
}

/** Placeholders of `all` that `others` lacks. Named ones may be repeated; unnamed ones may not. */
function without(all: readonly Found[], others: readonly Found[]): Found[] {
  const left = new Map<string, number>();
  for (const { text } of others) left.set(unnumbered(text), (left.get(unnumbered(text)) ?? 0) + 1);
  const many = new Set([...manyIn(all), ...manyIn(others)].filter((text) => left.has(text)));
  return all.filter(({ text, syntax }) => {
    if (many.has(unnumbered(text))) return false;
    const times = left.get(unnumbered(text)) ?? 0;
    if (times > 0 && !isNamed(text, syntax)) left.set(unnumbered(text), times - 1);
    return times === 0;
  });
}

/** `%2$s`, and `%[2]s` of Go. */
const NUMBERED = /^%(?:(\d{1,3})\$|[-+0#]*\[(\d{1,2})\])/;

/** The number of the argument that a printf directive names. */
function argumentOf(text: string): number | undefined {
  const [, printf, go] = NUMBERED.exec(text) ?? [];
  return Number(printf ?? go) || undefined;
}

/**
 * The type of a printf directive: `%2$s` and `%s` may be the same (see {@link swapped}), and `%8.2f` shows the same
 * value as `%f`; Go's `%q` is `%s` in quotation marks. A variable in braces is compared without white space: `{ $deck }`
 * equals `{$deck}`.
 */
function unnumbered(text: string): string {
  if (text.startsWith("{")) return text.replace(/\s+/g, "");
  return text.replace(/^%(?:\d{1,3}\$)?[-+0#',I]*(?:\[\d+\])?\d*(?:\.\d*)?(?=[@a-zA-Z])/, "%").replace(/^%q$/, "%s");
}

/** `%d of %s` for `%s has %d`: each gets the other's value, which may crash a program. `%2$d of %1$s` is correct. */
function* swapped(wanted: readonly Found[], found: readonly Found[], target: Subject["target"]): Generator<Finding> {
  const expected = new Map(argumentsOf(wanted).map(({ argument, text }) => [argument, text]));
  const many = manyIn(wanted);
  for (const { argument, text, start, end } of argumentsOf(found)) {
    if (many.has(unnumbered(text))) return;
    const other = expected.get(argument);
    if (other !== undefined && unnumbered(other) === unnumbered(text)) continue;
    const params = { placeholder: other ?? unnumbered(text), found: text };
    yield { check: "placeholder.altered", params, ...target.range(start, end) };
    return;
  }
}

type Argument = Placeholder & { readonly argument: number };

/** The printf directives with the number of their argument. */
function argumentsOf(all: readonly Placeholder[]): Argument[] {
  let next = 1;
  return all
    .filter((one) => (syntaxOf(one) === "printf" && !["%%", "%m"].includes(one.text)) || one.text === "%S")
    .map((one) => ({ ...one, argument: argumentOf(one.text) ?? next++ }));
}

/** {@link argumentsOf} the codes of a segment. */
function argumentsIn({ codes }: Subject["segment"]): Argument[] {
  return argumentsOf(codes.map(({ equiv = "" }) => ({ start: 0, end: 0, text: equiv, kind: "value" })));
}

function isSameArgument(one: Argument, other: Argument): boolean {
  return one.argument === other.argument && unnumbered(one.text) === unnumbered(other.text);
}

const MAX_DAMAGED_LENGTH = 60;

type Span = Pick<Placeholder, "start" | "end" | "text">;

/** The text with correct placeholders replaced by blanks, at the same offsets. */
function withoutThose(plain: string, found: readonly Found[], wrong: ReadonlySet<Found>): string {
  let rest = "";
  for (const one of found) {
    if (!wrong.has(one)) rest += plain.slice(rest.length, one.start) + WORD_SYMBOL.repeat(one.end - one.start);
  }
  return rest + plain.slice(rest.length);
}

/** A placeholder with spaces, full-width characters, different case, or a missing brace. */
function damaged({ text, syntax }: Found, rest: string): Span | undefined {
  if (text.length > MAX_DAMAGED_LENGTH) return undefined;
  const loose = [...text].map(looseCharacter).join("\\s?");
  const patterns = [/\p{L}$/u.test(text) ? `${loose}(?!\\p{L})` : loose];
  if (syntax === "brace" || syntax === "mustache") {
    const name = [...text.replace(/^\{+|\}+$/g, "").trim()].map(looseCharacter).join("");
    const [open, close] = ["[{｛]{1,3}\\s?", "\\s?[}｝]{1,3}"];
    if (name) patterns.push(`${open}${name}(?![\\p{L}\\p{N}_])(?:${close})?`, `(?<![\\p{L}\\p{N}_])${name}${close}`);
  }
  const match = new RegExp(patterns.join("|"), "iu").exec(rest);
  return match ? { start: match.index, end: match.index + match[0].length, text: match[0] } : undefined;
}

/** A pattern for a character or its full-width form. */
function looseCharacter(character: string): string {
  const escaped = character.replace(/[\\^$.*+?()[\]{}|/]/, "\\$&");
  const code = character.charCodeAt(0);
  if (code < 0x21 || code > 0x7e) return character === " " ? "\\s" : escaped;
  return `(?:${escaped}|${String.fromCharCode(code + 0xfee0)})`;
}
