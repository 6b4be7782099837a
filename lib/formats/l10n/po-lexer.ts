import { UnreadableFile } from "@/lib/formats/format";

/** A keyword with its strings. `start` and `end` enclose the quoted strings; the field starts at `keywordStart`. */
export type PoField = {
  readonly keywordStart: number;
  start: number;
  end: number;
  value: string;
  /** Whether the strings span several lines. */
  multiline: boolean;
};

export type PoComment = { readonly kind: string; readonly start: number; readonly end: number; readonly text: string };

export type PoMessage = {
  readonly comments: PoComment[];
  readonly flags: Set<string>;
  msgctxt?: PoField;
  msgid?: PoField;
  msgidPlural?: PoField;
  /** Translations by the number in `msgstr[n]`; a message without plural has one. */
  readonly msgstr: Map<number, PoField>;
};

/**
 * Finds the messages of a PO file with offsets, in one pass. Skips obsolete messages (`#~`). Throws {@link
 * UnreadableFile} with the line number for errors that GNU gettext rejects, too.
 */
export function lexPo(source: string): PoMessage[] {
  const messages: PoMessage[] = [];
  let current = newMessage();
  let field: PoField | null = null;
  const finish = () => {
    if (isComplete(current)) messages.push(current);
    current = newMessage();
    field = null;
  };
  let line = 0;
  for (let at = 0; at < source.length; line++) {
    const end = lineEnd(source, at);
    let from = skipSpace(source, at, end);
    if (source[from] === "#") {
      const kind = source[from + 1] ?? "";
      if (current.msgstr.size > 0 || kind === "~") finish();
      if (kind !== "~") addComment(current, source, from, end);
    } else if (from < end) {
      if (source[from] !== '"') {
        const keyword = readKeyword(source, from, end);
        if (!keyword) throw corrupt(line, "a line that is no message");
        const begins = keyword.name === "msgid" || keyword.name === "msgctxt" || keyword.name === "domain";
        if (begins && (current.msgstr.size > 0 || (keyword.name === "msgid" && current.msgid))) finish();
        field = { keywordStart: from, start: -1, end: -1, value: "", multiline: false };
        place(current, keyword, field);
        from = skipSpace(source, keyword.end, end);
      }
      readStrings(source, from, end, field, line);
    }
    at = nextLine(source, end);
  }
  finish();
  return messages;
}

/** Writes a value as quoted strings: in one line, or as `""` and one string per line, like gettext. */
export function quotePo(value: string, newline: string, wrap: boolean): string {
  const lines: string[] = [];
  for (const part of splitAfterNewlines(value)) {
    const escaped = escapePo(part);
    if (wrap && escaped.length > WIDTH) lines.push(...wrapEscaped(escaped));
    else lines.push(escaped);
  }
  if (lines.length <= 1) return `"${lines[0] ?? ""}"`;
  return ['""', ...lines.map((text) => `"${text}"`)].join(newline);
}

const WIDTH = 77;

function newMessage(): PoMessage {
  return { comments: [], flags: new Set(), msgstr: new Map() };
}

function addComment(message: PoMessage, source: string, start: number, end: number): void {
  const kind = /[.:,|=]/.test(source[start + 1] ?? "") ? source[start + 1]! : "";
  const text = source.slice(start + 1 + kind.length, end).trim();
  message.comments.push({ kind, start, end, text });
  // A comma separates flags only before a letter: a pattern may contain commas, as in `placeholders:\d{1,3}`.
  if (kind === ",") for (const flag of text.split(/,(?=\s*\p{L})/u)) message.flags.add(flag.replace(/,+$/, "").trim());
}

function isComplete(message: PoMessage): boolean {
  if (!message.msgid || message.msgstr.size === 0) return false;
  const optional = [message.msgctxt, message.msgidPlural].filter((field) => field !== undefined);
  return [message.msgid, ...optional, ...message.msgstr.values()].every((field) => field.start >= 0);
}

type Keyword = { name: string; index: number; end: number };

const KEYWORD = /(msgctxt|msgid_plural|msgid|msgstr|domain)(?:[ \t]*\[[ \t]*(\d{1,2})[ \t]*\])?/y;

function readKeyword(source: string, at: number, end: number): Keyword | null {
  KEYWORD.lastIndex = at;
  const match = KEYWORD.exec(source);
  if (!match || match.index + match[0].length > end) return null;
  return { name: match[1]!, index: Number(match[2] ?? 0), end: at + match[0].length };
}

function place(message: PoMessage, keyword: Keyword, field: PoField): void {
  if (keyword.name === "msgid") message.msgid = field;
  else if (keyword.name === "msgid_plural") message.msgidPlural = field;
  else if (keyword.name === "msgctxt") message.msgctxt = field;
  else if (keyword.name === "msgstr") message.msgstr.set(keyword.index, field);
}

function readStrings(source: string, from: number, end: number, field: PoField | null, line: number): void {
  let at = from;
  while (at < end) {
    if (source[at] !== '"' || !field) throw corrupt(line, "text outside quotes");
    let close = at + 1;
    while (close < end && source[close] !== '"') close += source[close] === "\\" ? 2 : 1;
    if (close >= end) throw corrupt(line, "a string that is not closed");
    field.multiline ||= field.start >= 0;
    if (field.start < 0) field.start = at;
    field.end = close + 1;
    field.value += unescapePo(source.slice(at + 1, close));
    at = skipSpace(source, close + 1, end);
  }
}

const NAMED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", a: "\x07", b: "\b", v: "\v", f: "\f" };
const SPELLED = new Map(Object.entries(NAMED).map(([name, char]) => [char, `\\${name}`]));

function unescapePo(raw: string): string {
  if (!raw.includes("\\")) return raw;
  return raw.replace(/\\(x[0-9a-fA-F]{1,2}|[0-7]{1,3}|[\s\S])/g, (_, code: string) => {
    if (code.length > 1 && code[0] === "x") return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8));
    return NAMED[code] ?? code;
  });
}

function escapePo(text: string): string {
  return text.replace(/[\\"\n\t\r\x07\b\v\f]/g, (char) => SPELLED.get(char) ?? `\\${char}`);
}

function splitAfterNewlines(value: string): string[] {
  const parts = value.split("\n");
  const last = parts.pop()!;
  return [...parts.map((part) => `${part}\n`), ...(last ? [last] : [])];
}

/** Breaks after spaces; a word longer than the line is not divided. */
function wrapEscaped(escaped: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of escaped.split(/(?<= )/)) {
    if (line && line.length + word.length > WIDTH) {
      lines.push(line);
      line = "";
    }
    line += word;
  }
  return [...lines, line];
}

function lineEnd(source: string, from: number): number {
  let at = from;
  for (; at < source.length; at++) {
    const code = source.charCodeAt(at);
    if (code === 10 || code === 13) return at;
  }
  return at;
}

function nextLine(source: string, end: number): number {
  return source[end] === "\r" && source[end + 1] === "\n" ? end + 2 : end + 1;
}

function skipSpace(source: string, from: number, end: number): number {
  let at = from;
  while (at < end && (source[at] === " " || source[at] === "\t")) at++;
  return at;
}

function corrupt(line: number, what: string): UnreadableFile {
  return new UnreadableFile("corrupt", `This is not a valid PO file: line ${line + 1} has ${what}.`);
}
