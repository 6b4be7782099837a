import { UnreadableFile } from "@/lib/formats/format";
import { hasHole, holeFor, type Lexeme, type Literal } from "./literal";

/**
 * Strings, words and punctuation of PHP source. Ignores everything outside `<?php … ?>`. Linear; nothing is executed.
 */
export function lexPhp(source: string): Lexeme[] {
  const lexemes: Lexeme[] = [];
  let at = open(source, 0);
  while (at < source.length) {
    const character = source[at]!;
    if (/\s/.test(character)) at++;
    else if (source.startsWith("?>", at)) at = open(source, at + 2);
    else if (source.startsWith("//", at) || (character === "#" && source[at + 1] !== "[")) at = lineEnd(source, at);
    else if (source.startsWith("/*", at)) at = after(source, "*/", at + 2);
    else if (character === "'" || character === '"' || character === "`") {
      const literal = character === '"' ? doubleQuoted(source, at) : singleQuoted(source, at, character);
      lexemes.push({ type: "string", literal, start: at, end: literal.end });
      at = literal.end;
    } else if (source.startsWith("<<<", at)) {
      const start = at;
      at = heredocEnd(source, at);
      lexemes.push({ type: "word", text: "<<<", start, end: at });
    } else if (/[\w$\\\x80-\uffff]/.test(character)) {
      const start = at;
      while (at < source.length && /[\w$\\\x80-\uffff]/.test(source[at]!)) at++;
      lexemes.push({ type: "word", text: source.slice(start, at), start, end: at });
    } else {
      const text = source.startsWith("=>", at) ? "=>" : source.startsWith("->", at) ? "->" : character;
      lexemes.push({ type: "mark", text, start: at, end: at + text.length });
      at += text.length;
    }
  }
  return lexemes;
}

function open(source: string, from: number): number {
  const found = source.slice(from).search(/<\?(?:php\b|=)/i);
  return found < 0 ? source.length : from + found + (source.startsWith("<?=", from + found) ? 3 : 5);
}

function lineEnd(source: string, from: number): number {
  let at = from;
  while (at < source.length && source[at] !== "\n" && source[at] !== "\r" && !source.startsWith("?>", at)) at++;
  return at;
}

function after(source: string, mark: string, from: number): number {
  const found = source.indexOf(mark, from);
  return found < 0 ? source.length : found + mark.length;
}

function heredocEnd(source: string, from: number): number {
  const name = /^<<<[ \t]*["']?([A-Za-z_]\w{0,100})/.exec(source.slice(from, from + 200))?.[1];
  if (!name) return from + 3;
  const close = new RegExp(`\\n[ \\t]*${name}\\b`, "g");
  close.lastIndex = from;
  return close.test(source) ? close.lastIndex : source.length;
}

function unclosed(source: string, start: number): never {
  const line = source.slice(0, start).split("\n").length;
  throw new UnreadableFile("corrupt", `This is not valid PHP: a string is not closed in line ${line}.`);
}

function singleQuoted(source: string, start: number, quote: string): Literal {
  let value = "";
  let at = start + 1;
  for (; source[at] !== quote; at++) {
    if (at >= source.length) unclosed(source, start);
    if (source[at] === "\\" && (source[at + 1] === quote || source[at + 1] === "\\")) at++;
    value += source[at];
  }
  // Only strings in double quotes have interpolations.
  const spell = (text: string) =>
    hasHole(text) ? `"${escapeDouble(text)}"` : `'${text.replace(/\\(?=\\|'|$)|'/g, "\\$&")}'`;
  return { value, holes: [], start, end: at + 1, spell };
}

const NAMED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", v: "\v", e: "\x1b", f: "\f" };

/** PHP interpolations: `$name`, `$name[key]`, `$name->key`, `{$…}`, `${…}`. */
const FILLED = /\$[A-Za-z_]\w{0,200}(?:\[[^\]\r\n]{0,200}\]|->[A-Za-z_]\w{0,200})?/y;

function doubleQuoted(source: string, start: number): Literal {
  const holes: string[] = [];
  let value = "";
  let at = start + 1;
  const hole = (end: number) => {
    const character = holeFor(holes);
    if (!character || end < 0) unclosed(source, start);
    value += character;
    holes.push(source.slice(at, end));
    at = end;
  };
  while (source[at] !== '"') {
    if (at >= source.length) unclosed(source, start);
    FILLED.lastIndex = at;
    if (source[at] === "\\") {
      const sequence = /\\(?:u\{([0-9a-fA-F]{1,6})\}|x([0-9a-fA-F]{1,2})|([0-7]{1,3})|([\s\S]))/y;
      sequence.lastIndex = at;
      const [raw = "\\", unicode, hex, octal, one = ""] = sequence.exec(source) ?? [];
      const code = unicode
        ? Number.parseInt(unicode, 16)
        : hex
          ? Number.parseInt(hex, 16)
          : Number.parseInt(octal ?? "", 8);
      if (Number.isNaN(code)) value += NAMED[one] ?? (/[\\"$]/.test(one) ? one : raw);
      else value += String.fromCodePoint(Math.min(code, 0x10ffff));
      at += raw.length;
    } else if (source.startsWith("{$", at) || source.startsWith("${", at)) hole(braceEnd(source, at));
    else if (FILLED.test(source)) hole(FILLED.lastIndex);
    else value += source[at++];
  }
  return { value, holes, start, end: at + 1, spell: (text) => `"${escapeDouble(text)}"` };
}

function braceEnd(source: string, from: number): number {
  let depth = 0;
  for (let at = from; at < source.length && at < from + 2_000; at++) {
    if (source[at] === "{") depth++;
    if (source[at] === "}" && --depth === 0) return at + 1;
  }
  return -1;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\n": "\\n",
  "\t": "\\t",
  "\r": "\\r",
  "\v": "\\v",
  "\f": "\\f",
  "\x1b": "\\e",
};

function escapeDouble(text: string): string {
  return text.replace(/[\\"\n\t\r\v\f\x1b]|\$(?=[A-Za-z_{])/g, (one) => ESCAPES[one] ?? `\\${one}`);
}
