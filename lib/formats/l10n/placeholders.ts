import type { Piece } from "@/lib/formats/l10n/inline-string";

/**
 * - `printf`: every directive of C, Objective-C and Java with its flags, where the format says that it is one;
 * - `python`: the same, in a language that cannot number them (`%1$s`);
 * - `loose`: only what can hardly be prose, so that `5%-discount` stays text.
 */
export type PrintfMode = "printf" | "python" | "loose";

/**
 * Splits a string of an application into text, placeholders (`%1$s`, `{name}`, `{{x}}`, `${x}`, `%{x}`, `%(x)s`,
 * `$t(key)`), HTML entities and tags (`<b>`, `<0>`). One pass; each look ahead is bounded.
 */
export function scanString(text: string, mode: PrintfMode = "loose"): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  let at = 0;
  while (at < text.length) {
    const found = codeAt(text, at, mode);
    if (!found) {
      at++;
      continue;
    }
    if (at > from) pieces.push({ type: "text", text: text.slice(from, at) });
    pieces.push(found);
    at += found.raw.length;
    from = at;
  }
  if (from < text.length) pieces.push({ type: "text", text: text.slice(from) });
  return mode === "printf" ? numberArguments(pieces) : pieces;
}

/** Says which argument each directive takes, so that a translation may put them in another order. */
function numberArguments(pieces: Piece[]): Piece[] {
  const takesArgument = (piece: Piece) => piece.type === "code" && /^%[^%{(]/.test(piece.raw);
  if (pieces.some((piece) => takesArgument(piece) && piece.type === "code" && /[*$]/.test(piece.raw))) return pieces;
  let argument = 0;
  return pieces.map((piece) => (takesArgument(piece) ? { ...piece, argument: ++argument } : piece) as Piece);
}

type Code = Exclude<Piece, { type: "text" }>;

function codeAt(text: string, at: number, mode: PrintfMode): Code | null {
  switch (text[at]) {
    case "%":
      return placeholder(percentAt(text, at, mode));
    case "{":
      return placeholder(text[at + 1] === "{" ? enclosed(text, at, "{{", "}}") : braceAt(text, at));
    case "$":
      if (text[at + 1] === "{") return placeholder(enclosed(text, at, "${", "}"));
      return placeholder(enclosed(text, at, "$t(", ")"));
    case "&":
      return entityAt(text, at);
    case "<":
      return tagAt(text, at);
    default:
      return null;
  }
}

function placeholder(raw: string | null): Code | null {
  return raw === null ? null : { type: "code", raw, kind: "placeholder", equiv: raw === "%%" ? "%" : raw };
}

const PRINTF =
  /%(?:\d{1,3}\$)?[-+0#']{0,5}(?:\*(?:\d{1,3}\$)?|\d{1,6})?(?:\.(?:\*|\d{0,6}))?(?:hh|h|ll|l|L|q|j|z|t|I64)?(?:t[YymdHMSBbAae]|[@diouxXeEfFgGaAcCsSpnb%]|<PRI[A-Za-z0-9]{1,12}>)/y;
const LOOSE = /%(?:\d{1,3}\$)?(?:\.\d{1,3})?(?:ll|l)?[@disufx](?![a-zA-Z])/y;
const PYTHON = /%\([\w.]{1,60}\)[-+0#]{0,3}\d{0,4}(?:\.\d{1,4})?[diouxXeEfFgGcrsa]/y;
const BRACE = /\{[\w.$-]{0,60}(?:![rsa])?(?::[^{}\s]{0,20})?\}/y;
const ENTITY = /&(?:[A-Za-z][A-Za-z0-9]{1,30}|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});/y;
const TAG = /<(\/?)([A-Za-z][\w:.-]{0,60}|\d{1,4})((?:\s[^<>]{0,500})?)(\/?)>/y;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function percentAt(text: string, at: number, mode: PrintfMode): string | null {
  if (text[at + 1] === "{") return enclosed(text, at, "%{", "}");
  const python = matchAt(PYTHON, text, at);
  if (python) return python[0];
  if (mode !== "loose") return matchAt(PRINTF, text, at)?.[0] ?? null;
  const afterDigit = at > 0 && /\d/.test(text[at - 1]!);
  return afterDigit ? null : (matchAt(LOOSE, text, at)?.[0] ?? null);
}

function braceAt(text: string, at: number): string | null {
  return matchAt(BRACE, text, at)?.[0] ?? null;
}

/** A placeholder between marks, of at most 80 characters and without braces inside. */
function enclosed(text: string, at: number, open: string, close: string): string | null {
  if (!text.startsWith(open, at)) return null;
  const window = text.slice(at + open.length, at + open.length + 80 + close.length);
  const end = window.indexOf(close);
  if (end < 1) return null;
  const inside = window.slice(0, end);
  return /[{}\n]/.test(inside) ? null : open + inside + close;
}

const ENTITY_TEXT = new Map([
  ["&amp;", "&"],
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&apos;", "'"],
  ["&#39;", "'"],
  ["&nbsp;", " "],
  ["&ndash;", "–"],
  ["&mdash;", "—"],
  ["&hellip;", "…"],
]);

function entityAt(text: string, at: number): Code | null {
  const raw = matchAt(ENTITY, text, at)?.[0];
  if (!raw) return null;
  return { type: "code", raw, kind: "placeholder", equiv: ENTITY_TEXT.get(raw) ?? raw };
}

/** Elements that only change how text looks: their codes may be split or widened without harm. */
const FORMATTING = new Set(["b", "i", "em", "strong", "u", "s", "small", "big", "font", "tt", "mark", "sub", "sup"]);
const VOID = new Set(["br", "hr", "img", "wbr", "input"]);

function tagAt(text: string, at: number): Code | null {
  const match = matchAt(TAG, text, at);
  if (!match) return null;
  const [raw, slash, name, attributes, selfClosing] = match as unknown as [string, string, string, string, string];
  const lower = name.toLowerCase();
  if (slash) return { type: "close", raw, name };
  if (selfClosing || attributes.endsWith("/") || VOID.has(lower)) {
    return { type: "code", raw, kind: "single", ...(lower === "br" ? { equiv: "\n" } : {}) };
  }
  return { type: "open", raw, kind: FORMATTING.has(lower) ? "format" : "pair", name };
}
