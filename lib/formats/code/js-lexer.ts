import { UnreadableFile } from "@/lib/formats/format";
import { hasHole, holeFor, type Lexeme, type Literal } from "./literal";

/** Strings, words and punctuation of JavaScript, TypeScript or JSON5. Linear; nothing is executed. */
export function lexJs(source: string): Lexeme[] {
  const lexemes: Lexeme[] = [];
  let at = source.startsWith("#!") ? lineEnd(source, 0) : 0;
  while (at < source.length) {
    const character = source[at]!;
    if (/[\s\ufeff]/.test(character)) at++;
    else if (source.startsWith("//", at)) at = lineEnd(source, at);
    else if (source.startsWith("/*", at)) {
      const close = source.indexOf("*/", at + 2);
      at = close < 0 ? source.length : close + 2;
    } else if (character === "'" || character === '"' || character === "`") {
      const literal = quoted(source, at, character);
      lexemes.push({ type: "string", literal, start: at, end: literal.end });
      at = literal.end;
    } else if (character === "/" && startsExpression(lexemes.at(-1))) {
      const start = at;
      at = regexEnd(source, at);
      if (at > start + 1) lexemes.push({ type: "word", text: "/", start, end: at });
    } else if (isWordCharacter(character)) {
      const start = at;
      while (at < source.length && isWordCharacter(source[at]!)) at++;
      lexemes.push({ type: "word", text: source.slice(start, at), start, end: at });
    } else {
      const text = source.startsWith("=>", at) ? "=>" : character;
      lexemes.push({ type: "mark", text, start: at, end: at + text.length });
      at += text.length;
    }
  }
  return lexemes;
}

function isWordCharacter(character: string): boolean {
  return /[\w$\\.]/.test(character) || (character > "\x7f" && /[\p{L}\p{N}]/u.test(character));
}

function lineEnd(source: string, from: number): number {
  let at = from;
  while (at < source.length && !/[\n\r\u2028\u2029]/.test(source[at]!)) at++;
  return at;
}

/** Lexemes after which a slash begins a regular expression; after a value it is a division. */
function startsExpression(lexeme: Lexeme | undefined): boolean {
  if (!lexeme) return true;
  if (lexeme.type === "mark") return !/^[)\]}]$/.test(lexeme.text);
  return lexeme.type === "word" && /^(?:return|typeof|case|in|of|default)$/.test(lexeme.text);
}

function regexEnd(source: string, from: number): number {
  let inClass = false;
  for (let at = from + 1; at < source.length && !/[\n\r]/.test(source[at]!); at++) {
    if (source[at] === "\\") at++;
    else if (source[at] === "[") inClass = true;
    else if (source[at] === "]") inClass = false;
    else if (source[at] === "/" && !inClass) return at + 1;
  }
  return from + 1;
}

const NAMED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", v: "\v", b: "\b", f: "\f", "0": "\0" };
const ESCAPE = /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|[\s\S]))/y;

function quoted(source: string, start: number, quote: string): Literal {
  const holes: string[] = [];
  let value = "";
  let at = start + 1;
  const unclosed = (): never => {
    const line = source.slice(0, start).split("\n").length;
    throw new UnreadableFile("corrupt", `This is not valid source: a string is not closed in line ${line}.`);
  };
  while (source[at] !== quote) {
    if (at >= source.length || (quote !== "`" && /[\n\r]/.test(source[at]!))) unclosed();
    if (source[at] === "\\") {
      ESCAPE.lastIndex = at;
      const [raw = "\\", braced, four, two, one = ""] = ESCAPE.exec(source) ?? [];
      const code = Number.parseInt(braced ?? four ?? two ?? "", 16);
      if (Number.isNaN(code)) value += /^[\r\n\u2028\u2029]/.test(one) ? "" : (NAMED[one] ?? one);
      else value += String.fromCodePoint(Math.min(code, 0x10ffff));
      at += raw.length;
    } else if (quote === "`" && source.startsWith("${", at)) {
      const end = holeEnd(source, at + 2);
      const character = holeFor(holes);
      if (end === undefined || character === undefined) return unclosed();
      holes.push(source.slice(at, end));
      value += character;
      at = end;
    } else value += source[at++];
  }
  return { value, holes, start, end: at + 1, spell: (text) => spell(text, quote) };
}

/** Offset after the brace that closes an interpolation; skips strings, templates and comments inside. */
export function holeEnd(source: string, from: number, limit = from + 5_000): number | undefined {
  let depth = 1;
  for (let at = from; at < source.length && at < limit; at++) {
    const character = source[at]!;
    if (character === "\\") at++;
    else if (character === "{") depth++;
    else if (character === "}" && --depth === 0) return at + 1;
    else if (source.startsWith("/*", at)) at = Math.max(at, source.indexOf("*/", at + 2) + 1);
    else if (character === "'" || character === '"' || character === "`") {
      const start = at;
      for (at++; at < source.length && source[at] !== character; at++) {
        // A quote in a regular expression or comment does not begin a string.
        if (character !== "`" && source[at] === "\n") break;
        if (source[at] === "\\") at++;
      }
      if (source[at] !== character) at = start;
    }
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
  "\b": "\\b",
  "\f": "\\f",
  "\0": "\\0",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** Only template literals have interpolations. */
function spell(text: string, quote: string): string {
  const own = hasHole(text) ? "`" : quote;
  return own + escapeFor(text, own) + own;
}

function escapeFor(text: string, quote: string): string {
  if (quote === "`") return text.replace(/[\\`]|\$(?=\{)/g, "\\$&");
  return text.replace(/[\\'"\n\r\t\v\b\f\0\u2028\u2029]/g, (one) =>
    (one === "'" || one === '"') && one !== quote ? one : (ESCAPES[one] ?? `\\${one}`),
  );
}
