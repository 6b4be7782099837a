import iconv from "iconv-lite";

/** A token of RTF (version 1.9.1) with its range in the bytes, decoded as ISO-8859-1. */
export type RtfToken =
  | { readonly type: "open"; readonly start: number; readonly end: number }
  | { readonly type: "close"; readonly start: number; readonly end: number }
  | {
      readonly type: "word";
      readonly name: string;
      readonly value: number | undefined;
      readonly start: number;
      readonly end: number;
    }
  /** Visible text; line ends of the file are ignored. */
  | { readonly type: "text"; readonly text: string; readonly start: number; readonly end: number }
  /** A byte in the code page of its font. */
  | { readonly type: "byte"; readonly byte: number; readonly start: number; readonly end: number };

/** Control symbols that stand for a character. */
const SYMBOLS: Readonly<Record<string, string>> = { "\\": "\\", "{": "{", "}": "}", "~": "\u00a0", _: "\u2011" };

const NAMED: Readonly<Record<string, string>> = {
  emdash: "—",
  endash: "–",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
  bullet: "•",
};

/** All tokens of a file, read in one pass. */
export function lexRtf(source: string): RtfToken[] {
  const tokens: RtfToken[] = [];
  let at = 0;
  while (at < source.length) {
    const start = at;
    const character = source[at]!;
    if (character === "{" || character === "}") {
      at++;
      tokens.push(character === "{" ? { type: "open", start, end: at } : { type: "close", start, end: at });
    } else if (character === "\r" || character === "\n") at++;
    else if (character === "\t") tokens.push({ type: "word", name: "tab", value: undefined, start, end: ++at });
    else if (character !== "\\") {
      while (at < source.length && !/[\\{}\r\n\t]/.test(source[at]!)) at++;
      for (let i = start; i < at; i++) {
        const from = i;
        const byte = source.charCodeAt(i);
        if (byte > 0x7f) tokens.push({ type: "byte", byte, start: i, end: i + 1 });
        else {
          while (i + 1 < at && source.charCodeAt(i + 1) <= 0x7f) i++;
          tokens.push({ type: "text", text: source.slice(from, i + 1), start: from, end: i + 1 });
        }
      }
    } else at = control(source, at, tokens);
  }
  return tokens;
}

const CONTROL = /\\([a-zA-Z]{1,40})(-?\d{1,10})? ?/y;

function control(source: string, start: number, tokens: RtfToken[]): number {
  CONTROL.lastIndex = start;
  const [raw, name, digits] = CONTROL.exec(source) ?? [];
  const next = source[start + 1] ?? "";
  if (raw !== undefined && name !== undefined) {
    const value = digits === undefined ? undefined : Number(digits);
    const end = start + raw.length + (name === "bin" ? Math.max(0, value ?? 0) : 0);
    if (name in NAMED) tokens.push({ type: "text", text: NAMED[name]!, start, end });
    else tokens.push({ type: "word", name, value, start, end: Math.min(end, source.length) });
    return Math.min(end, source.length);
  }
  if (next === "'") {
    const byte = Number.parseInt(source.slice(start + 2, start + 4), 16);
    tokens.push({ type: "byte", byte: Number.isNaN(byte) ? 0x3f : byte, start, end: start + 4 });
    return start + 4;
  }
  const end = start + 2;
  if (next in SYMBOLS) tokens.push({ type: "text", text: SYMBOLS[next]!, start, end });
  else tokens.push({ type: "word", name: /[\r\n]/.test(next) ? "par" : next, value: undefined, start, end });
  return end;
}

/** Code pages of `\fcharset` (RTF 1.9.1, font table). */
const CHARSETS: Readonly<Record<number, number>> = {
  0: 1252,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
};

export function codePageOf(charset: number): number | undefined {
  return CHARSETS[charset];
}

/** Decodes bytes of a Windows code page. Unknown code pages are read as windows-1252. */
export function decodeBytes(bytes: readonly number[], codePage: number): string {
  const name = codePage === 65001 ? "utf-8" : `cp${codePage}`;
  return iconv.decode(Buffer.from(bytes), iconv.encodingExists(name) ? name : "cp1252");
}
