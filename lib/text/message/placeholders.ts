/**
 * Finds text that a translation must preserve: variables of format strings and templates, tags, URLs and e-mail
 * addresses. One pass: a cheap search for trigger characters, then at most one bounded match, so that hostile input
 * takes no longer than prose.
 */

import { IN_ANGLES, IN_BRACES, IN_BRACKETS, IN_GUILLEMETS, readableArguments, SHORTCODE_TAG } from "./fields";

export type Placeholder = {
  /** UTF-16 offsets in the text that was searched. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** `open` and `close` are tags that may be paired; everything else is a `value`. */
  readonly kind: "value" | "open" | "close";
  /** Name of the tag, for `open` and `close`. */
  readonly name?: string;
  /** What engines see instead of the text; with line breaks, the text before and after is translated separately. */
  readonly equiv?: string;
  /** True for program code, a number, or text that the caller named; its spelling is not that of a placeholder. */
  readonly is?: "code" | "number" | "named";
};

/** All placeholders, tags, URLs and addresses of a plain text, in order and without overlap. */
export function findPlaceholders(plain: string): Placeholder[] {
  if (!MAY_HOLD_ONE.test(plain)) return [];
  const found: Placeholder[] = [];
  const missing = { comment: false };
  let from = 0;
  for (let at = nextTrigger(plain, 0); at >= 0; at = nextTrigger(plain, Math.max(at + 1, from))) {
    const hit = placeholderAt(plain, at, from, missing);
    if (!hit) continue;
    found.push(...withoutTexts({ kind: "value", ...hit, text: plain.slice(hit.start, hit.end) }));
    from = hit.end;
  }
  return found;
}

/** A shortcode, or the parts of it around the texts in its arguments. */
function withoutTexts(code: Placeholder): Placeholder[] {
  const cuts = code.text.length < 12 ? [] : readableArguments(code.text);
  if (cuts.length === 0) return [code];
  return [0, ...cuts, code.text.length].flatMap((from, i, all) => {
    const to = all[i + 1];
    if (i % 2 === 1 || to === undefined) return [];
    const equiv = `${i > 0 ? "\n" : ""}${code.text.slice(from, to)}${to < code.text.length ? "\n" : ""}`;
    return { start: code.start + from, end: code.start + to, text: code.text.slice(from, to), kind: "value", equiv };
  });
}

type Span = { start: number; end: number; kind?: "open" | "close"; name?: string };

/** The first character of a placeholder, or the `:`, `@` or `.` within a URL, an address or a domain. */
const TRIGGER = /[%{$<&#:@«]|\[[[/\p{L}]|\*\||__[a-z]|\.[a-z]/giu;
const MAY_HOLD_ONE = new RegExp(TRIGGER.source, "iu");

function nextTrigger(plain: string, from: number): number {
  TRIGGER.lastIndex = from;
  return TRIGGER.exec(plain)?.index ?? -1;
}

/** The placeholder at `at`; looks back at most to `from`, the end of the previous one. */
function placeholderAt(plain: string, at: number, from: number, missing: { comment: boolean }): Span | null {
  switch (plain[at]) {
    case "%":
      return percent(plain, at, from);
    case "{":
      return firstOf(plain, at, BRACES) ?? icuChoice(plain, at) ?? firstOf(plain, at, IN_BRACES);
    case "$":
      return firstOf(plain, at, DOLLAR);
    case "#":
      return firstOf(plain, at, HASH);
    case "[":
      return firstOf(plain, at, MAILING) ?? shortcode(plain, at) ?? firstOf(plain, at, IN_BRACKETS);
    case "«":
      return firstOf(plain, at, IN_GUILLEMETS);
    case "*":
      return firstOf(plain, at, MAILING);
    case "_":
      return firstOf(plain, at, UNDERLINED);
    case "&":
      return tag(plain, at, missing, ESCAPED_TAG) ?? firstOf(plain, at, ENTITY);
    case "<":
      return tag(plain, at, missing) ?? firstOf(plain, at, IN_ANGLES);
    case ":":
      return plain.startsWith("//", at + 1) ? url(plain, at, from) : colon(plain, at, from);
    case "@":
      return address(plain, at, from) ?? atName(plain, at, from);
    default:
      return domain(plain, at, from);
  }
}

/** All patterns are sticky with bounded repetitions, so that none backtracks far. */
const BRACES = [
  /\{\{\{[^{}\n]{1,200}\}\}\}/y, // Handlebars, unescaped
  /\{\{[^{}\n]{1,200}\}\}/y, // Mustache, i18next, Angular, Jinja
  /\{%[^\n%]{1,200}%\}/y, // Twig, Liquid, Jinja
  /\{[ \t]{0,3}[\p{L}\p{N}_.$@[\]-]{0,60}(?:![rsa])?(?::[^{}\s]{0,40})?[ \t]{0,3}\}/uy, // {name}, {0}, {}, {x:.2f}
  /\{\s{0,3}[\p{L}\p{N}_.$-]{1,60}\s{0,3},\s{0,3}(?:number|date|time|list|duration|spellout|ordinal)(?:,[^{}]{0,60})?\s{0,3}\}/uy, // ICU argument
];
/** The beginning of an ICU plural or select; its cases follow, up to the matching brace. */
const ICU_CHOICE = /\{\s{0,9}[\p{L}\p{N}_.$-]{1,60}\s{0,9},\s{0,9}(?:plural|select|selectordinal)\s{0,9},/uy;
const HAS_ICU_CHOICE = new RegExp(ICU_CHOICE.source, "u");

/** True if a text contains a plural or select and so must be an ICU message. */
export function hasIcuChoice(text: string): boolean {
  return text.includes("{") && HAS_ICU_CHOICE.test(text);
}
const MAX_ICU_LENGTH = 2_000;
const DOLLAR = [
  /\$\{[^{}\n]{1,120}\}/y, // JavaScript, Java EL
  /\$t\((?:[^()\n]|\([^()\n]{0,80}\)){1,120}\)/y, // i18next nesting
  /\$[A-Z][A-Z0-9_@]{1,40}\$/y, // WebExtensions
  /\$[a-z_][A-Za-z0-9_]{1,40}(?![A-Za-z0-9_])/y, // Python's string.Template, PHP
];
const HASH = [
  /#\{[^{}\n]{1,120}\}/y, // Ruby
  /#(?:if|elseif|foreach|set|include|parse)\([^()\n]{0,120}(?:\([^()\n]{0,60}\)[^()\n]{0,60}){0,3}\)|#(?:end|else)(?=\s{0,9}(?:$|[\n<#]))/y, // Velocity
  /(?<!#)(#{2,3})[A-Za-z][\w.-]{0,60}\1(?!#)/y, // ##name##, TYPO3's ###NAME###
];
/** Fields of mailing services and templates. `[[Some page]]` of a wiki is prose, `[READ_ME](url)` is a link. */
const MAILING = [
  /\[[A-Z][A-Z0-9]{0,40}(?:_[A-Z0-9]{1,40}){1,6}\](?![([\]])/y, // [FIRST_NAME]
  /\[\[(?:[A-Z][A-Z0-9_]{1,60}|(?:data|var|random|mj):[^[\]\n]{1,120})\]\]/y, // Mailjet
  /\*\|[A-Za-z][^|*\n]{0,100}\|\*/y, // Mailchimp
];
/** `__NAME__`. A single word may be bold in Markdown (`__NOTE__`), so only words that are usually variables match. */
const UNDERLINED = [
  /(?<!\w)__[A-Z][A-Z0-9]{0,40}(?:_[A-Z0-9]{1,40}){1,6}__(?!\w)/y,
  /(?<!\w)__(?:amount|code|count|date|days|email|file|filename|firstname|host|id|lastname|link|name|number|percent|price|size|subject|time|title|token|total|url|user|username|value|version)__(?!\w)/iy,
];
const ENTITY = [/&(?:[A-Za-z][A-Za-z0-9]{0,10}|#\d{1,7}|#[xX][0-9A-Fa-f]{1,6});/y];

function icuChoice(plain: string, start: number): Span | null {
  const head = firstOf(plain, start, [ICU_CHOICE]);
  if (!head) return null;
  const last = Math.min(plain.length, start + MAX_ICU_LENGTH);
  for (let at = head.end, depth = 1; at < last; at++) {
    if (plain[at] === "{") depth++;
    else if (plain[at] === "}" && --depth === 0) return { start, end: at + 1 };
  }
  return null;
}

/** printf without the space flag, since a space after % occurs in prose ("100 % of"); with Java's `,`, and `I` of Persian. */
const PRINTF =
  /%(?:\d{1,3}\$)?[-+0#',]{0,4}(?:I(?=['\d.di])'?)?(?:\*(?:\d{1,2}\$)?|\d{1,4})?(?:\.(?:\*|\d{1,4})?)?(?:hh|h|ll|l|L|q|j|z|t)?[@dDiouUxXeEfFgGaAcCsSp]/y;
const PERCENT = [
  /%\([\p{L}\p{N}_.-]{1,60}\)[-+0# ]{0,4}\d{0,4}(?:\.\d{1,3})?[diouxXeEfFgGcrsa]/uy, // Python
  /%\{[\p{L}\p{N}_.-]{1,60}\}/uy, // Ruby, Elixir
  /%<[\p{L}\p{N}_]{1,60}>[-+0#]{0,4}\d{0,4}(?:\.\d{1,3})?[a-zA-Z]/uy, // Ruby
  /%(?:\d{1,3}\$)?#@[\p{L}\p{N}_]{1,60}@/uy, // Apple's stringsdict
  /%[-+0#]{0,4}\[\d{1,2}\](?:\.\d{1,3})?[a-zA-Z]/y, // Go: the number of an argument
  /%%/y,
  /%(?:quant|numerate|numf)\(/y, // Locale::Maketext: `%quant(%1,file,files)`
];
/** `%name%` of Symfony and Windows, `%B` of strftime, `%1` and `%L1` of Qt. */
const PERCENT_NAMED = [
  /%[A-Za-z_]\w{3,40}%/y,
  /%[\p{L}_][\p{L}\p{N}_]{2,40}(?:[.-][\p{L}\p{N}_]{1,40}){0,4}%(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}])/uy,
  /%[A-Za-z](?!(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{N}])/uy,
];
const QT = /%L?[1-9]\d?(?!\p{N}|%(?!\d))/uy;
/** `%3click here%4`: a number and a word, not a width and a conversion, if the text contains another number like it. */
const NUMBER_AND_WORD = /^%[1-9]\d?[a-zA-Z]{1,3}$/;
const NUMBER = /%[1-9]\d?(?=[a-zA-Z])/y;
const LONE_NUMBER = /%[1-9]\d?(?![\p{L}\p{N}%$.*])/u;
/** UTF-16 units searched for another number before and after. */
const NUMBER_NEARBY = 200;
/** Letters that may follow Qt's `%1` without a space. */
const JOINED = /(?!\p{Script=Latin})\p{L}/u;

function percent(plain: string, at: number, from: number): Span | null {
  const marked = firstOf(plain, at, PERCENT);
  if (marked) return marked;
  const afterWord = at > from && isWordChar(plain, at - 1);
  // "50%-a": a Hungarian ending. `~%`: a line break of Lisp.
  if (/^%-\p{L}/u.test(plain.slice(at, at + 3)) || plain[at - 1] === "~") return null;
  const printf = firstOf(plain, at, [PRINTF]);
  if (printf && !goesOnWord(plain, printf.end)) return printf;
  if (printf && isNumberAndWord(plain, printf)) return firstOf(plain, at, [NUMBER]);
  // "50%discount" and "my%20document" contain no placeholder, "%dpx" and "%ss" do.
  if (afterWord) return JOINED.test(plain[at - 1]!) ? firstOf(plain, at, [...PERCENT_NAMED.slice(0, 2), QT]) : null;
  const before = printf && /[dsifu@]/.test(plain[printf.end - 1]!) ? printf : null;
  return firstOf(plain, at, PERCENT_NAMED) ?? before ?? firstOf(plain, at, [QT]);
}

function isNumberAndWord(plain: string, { start, end }: Span): boolean {
  if (!NUMBER_AND_WORD.test(plain.slice(start, end))) return false;
  return LONE_NUMBER.test(plain.slice(Math.max(0, start - NUMBER_NEARBY), end + NUMBER_NEARBY));
}

const TAG = /<(\/?)([A-Za-z][\w:.-]{0,40}|\d{1,4})((?:\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*)?)(\/?)>/y;
/** `&lt;a href=&quot;x&quot;&gt;`: a tag in a text that is escaped twice. */
const ESCAPED_TAG = /&lt;(\/?)([A-Za-z][\w:.-]{0,40})((?:\s[\w:-]{1,40}=[^\n]{0,300}?)?\s?)(\/?)&gt;/y;
const TEMPLATE_TAG = /<(?:%(?:[^%]|%(?!>)){1,500}%|\?[^?\n]{1,200}\?)>/y;
const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);

function tag(plain: string, at: number, missing: { comment: boolean }, pattern = TAG): Span | null {
  if (plain.startsWith("<!--", at)) {
    const end = missing.comment ? -1 : plain.indexOf("-->", at + 4);
    missing.comment = end < 0;
    return end < 0 ? null : { start: at, end: end + 3 };
  }
  pattern.lastIndex = at;
  const match = pattern.exec(plain);
  if (!match) return firstOf(plain, at, [TEMPLATE_TAG]);
  const [whole, slash, name = "", attributes = "", selfClosing] = match;
  // "<your name here>" is prose; an attribute with a value, or a slash at the end, makes a tag.
  const bare = attributes.trim();
  if (bare && !bare.endsWith("/") && !attributes.includes("=") && !VOID_ELEMENTS.has(name.toLowerCase())) return null;
  const span = { start: at, end: at + whole.length };
  if (selfClosing || bare.endsWith("/") || VOID_ELEMENTS.has(name.toLowerCase())) return span;
  return { ...span, kind: slash ? "close" : "open", name };
}

function shortcode(plain: string, at: number): Span | null {
  SHORTCODE_TAG.lastIndex = at;
  const match = SHORTCODE_TAG.exec(plain);
  if (!match) return null;
  const [{ length }, slash, closed, opened, selfClosing] = match;
  const span = { start: at, end: at + length };
  return selfClosing ? span : { ...span, kind: slash ? "close" : "open", name: `[${closed ?? opened}` };
}

const SHORTCODE = /:[a-z0-9_+-]{2,40}:(?![\p{L}\p{N}])/uy; // :smile:
const COLON_NAME = /:[A-Za-z_][A-Za-z0-9_]{1,40}(?![\p{L}\p{N}_:])/uy; // Laravel, Rails, SQL
const OTHER_SCHEME = /:[^\s<>"]{2,200}/y;

function colon(plain: string, at: number, from: number): Span | null {
  if (at > from && isWordChar(plain, at - 1)) return mailto(plain, at, from);
  if (at > from && plain[at - 1] === ":") return null;
  return firstOf(plain, at, [SHORTCODE, COLON_NAME]);
}

function mailto(plain: string, at: number, from: number): Span | null {
  const start = runStart(plain, at, from, SCHEME_CHAR, 20);
  if (!/^(?:mailto|tel|sms)$/i.test(plain.slice(start, at))) return null;
  const rest = firstOf(plain, at, [OTHER_SCHEME]);
  return rest && { start, end: trimUrl(plain, start, rest.end) };
}

const SCHEME_CHAR = /[A-Za-z0-9+.-]/;
/** A URL ends at white space, quotes, and letters of scripts without spaces, which may follow it directly. */
const URL_REST = /[^\s<>"`|\\^“”«»\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef]+/y;

function url(plain: string, at: number, from: number): Span | null {
  const start = runStart(plain, at, from, SCHEME_CHAR, 20);
  if (start === at || !/[A-Za-z]/.test(plain[start]!)) return null;
  const rest = firstOf(plain, at + 3, [URL_REST]);
  const end = rest ? trimUrl(plain, start, rest.end) : 0;
  // "http:// or https://?" contains no address.
  return end > at + 3 ? { start, end } : null;
}

const OPENING: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** Final punctuation belongs to the sentence; so does a closing bracket unless the URL opened it. */
function trimUrl(plain: string, start: number, end: number): number {
  const times = new Map<string, number>();
  for (let at = start; at < end; at++) times.set(plain[at]!, (times.get(plain[at]!) ?? 0) + 1);
  for (; end > start; end--) {
    const last = plain[end - 1]!;
    if (".,;:!?'*’…،؛؟۔।".includes(last)) continue;
    const opening = OPENING[last];
    const closed = times.get(last) ?? 0;
    if (!opening || (times.get(opening) ?? 0) >= closed) break;
    times.set(last, closed - 1);
  }
  return end;
}

const LOCAL_CHAR = /[A-Za-z0-9._%+'-]/;
const ADDRESS_DOMAIN = /@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,6}\.[A-Za-z]{2,24}(?![A-Za-z0-9])/y;

function address(plain: string, at: number, from: number): Span | null {
  let start = runStart(plain, at, from, LOCAL_CHAR, 64);
  while (start < at && "'.%".includes(plain[start]!)) start++;
  const rest = start < at ? firstOf(plain, at, [ADDRESS_DOMAIN]) : null;
  return rest && { start, end: rest.end };
}

/** A mention, Drupal's `@count`, a linked message of vue-i18n, or `@Model.Name` of Razor. */
const AT_NAMES = [
  /@(?:if|elseif|foreach|for|while|unless|case|switch|include|section|yield|lang)?\([^()\n]{1,120}(?:\([^()\n]{0,60}\)[^()\n]{0,60}){0,3}\)/y, // Blade, Razor
  /@:[\p{L}\p{N}_]{1,40}(?:\.[\p{L}\p{N}_]{1,40}){0,6}/uy,
  /@[A-Za-z_][\w-]{1,40}(?:\.[A-Za-z_]\w{0,40}){0,6}(?!\w)/y,
];

function atName(plain: string, at: number, from: number): Span | null {
  return at > from && isWordChar(plain, at - 1) ? null : firstOf(plain, at, AT_NAMES);
}

const DOMAIN_CHAR = /[A-Za-z0-9-]/;
/** Without a scheme, only what is hardly a typing error ("end.So"): `www.`, a common domain, or a path after it. */
const DOMAIN =
  /(?:www(?:\.[A-Za-z0-9-]{1,63}){1,6}|(?:[A-Za-z0-9-]{1,63}\.){1,6}(?:com|org|net|io|dev|app|gov|edu|info)|(?:[A-Za-z0-9-]{1,63}\.){1,6}[a-z]{2}(?=\/[\w-]))(?![A-Za-z0-9@-]|\.[A-Za-z0-9])/y;

function domain(plain: string, at: number, from: number): Span | null {
  const start = runStart(plain, at, from, DOMAIN_CHAR, 63);
  const host = start < at ? firstOf(plain, start, [DOMAIN]) : null;
  if (!host) return null;
  const path = /[/:?#]/.test(plain[host.end] ?? "") ? firstOf(plain, host.end, [URL_REST]) : null;
  return { start, end: trimUrl(plain, start, path?.end ?? host.end) };
}

/**
 * Start of the run of allowed characters that ends before `at`. Reads backwards at most `most` characters, and not
 * beyond `from`.
 */
function runStart(plain: string, at: number, from: number, allowed: RegExp, most: number): number {
  let start = at;
  while (start > from && at - start < most && allowed.test(plain[start - 1]!)) start--;
  return start;
}

function firstOf(plain: string, at: number, patterns: readonly RegExp[]): Span | null {
  for (const pattern of patterns) {
    pattern.lastIndex = at;
    if (pattern.test(plain)) return { start: at, end: pattern.lastIndex };
  }
  return null;
}

/** Scripts without spaces attach the next word to a placeholder: "型%sは". */
function goesOnWord(plain: string, at: number): boolean {
  return (
    at < plain.length &&
    /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])\p{L}/u.test(plain[at]!)
  );
}

function isWordChar(plain: string, at: number): boolean {
  return /[\p{L}\p{N}_]/u.test(plain[at]!);
}
