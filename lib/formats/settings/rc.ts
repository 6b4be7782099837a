import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import { type Format, type FormatOptions, joinedWarning, UnreadableFile } from "@/lib/formats/format";
import { menuString } from "@/lib/formats/l10n/accelerator";
import { type Entry, inlineMessage, literalMessage, messageEntry } from "@/lib/formats/l10n/message";
import { isProse } from "@/lib/formats/l10n/prose";
import { stringsDocument } from "@/lib/formats/l10n/strings-document";
import type { Edit } from "@/lib/formats/splice";
import { CODE_PAGE, declaredEncoding, spellLanguage } from "./rc-language";

/** Resource scripts of Windows programs (Resource Compiler). */
export const rc: Format = {
  id: "rc",
  name: "Windows resource script",
  extensions: ["rc"],
  mediaTypes: ["text/x-rc"],
  translates:
    "Strings of string tables, captions and controls of dialogs, items of menus, and the description of the version. The language is changed to the target language, and a code page is added if there is none.",
  leaves:
    "Identifiers, keyboard shortcuts after a tab, texts concatenated from several strings, fonts, classes, accelerators, files, other values of the version, comments, directives and the encoding.",
  matches: (bytes, extension) => extension === "rc" && looksLikeText(bytes) && RESOURCES.test(peekText(bytes, 262_144)),
  async open(bytes, options) {
    const decoded = decodeText(bytes, { declared: () => declaredEncoding(peekText(bytes, 262_144)) });
    const { text, encoding, newline } = decoded;
    const { entries, languages, joined } = readResources(text, options);
    // Compilers read UTF-8 in the machine's code page unless the script declares it.
    const hasPage = text.search(CODE_PAGE) >= 0;
    const page = `#pragma code_page(65001)${newline}`;
    const isUnnamed = !hasPage && encoding.name === "utf-8" && !encoding.bom;
    return stringsDocument(rc, {
      decoded,
      entries,
      warnings: joinedWarning(joined),
      marks: (target) => [
        ...(isUnnamed ? [{ start: 0, end: 0, text: page }] : []),
        ...languages.flatMap((range) => languageEdit(range, target)),
      ],
      redeclare: (written) =>
        hasPage ? written.replace(CODE_PAGE, (_, lead: string) => `${lead}65001`) : page + written,
    });
  },
};

const RESOURCES =
  /\b(?:STRINGTABLE|DIALOG(?:EX)?|MENU(?:EX)?|VERSIONINFO|ACCELERATORS|RT_[A-Z]{3,20})\b|^[ \t]*#[ \t]*(?:include|if|define|pragma)\b|^[ \t]*\w+[ \t]+(?:ICON|BITMAP|CURSOR|FONT|HTML|RCDATA|24)\b/m;

type Token =
  | { readonly type: "word" | "mark"; readonly text: string; readonly start: number; readonly end: number }
  /** The range is inside the quotes. */
  | { readonly type: "string"; readonly text: string; readonly start: number; readonly end: number };

/** Statements whose first string is displayed. */
const SHOWN =
  /^(?:CAPTION|POPUP|MENUITEM|[LRC]TEXT|(?:DEF)?PUSHBUTTON|GROUPBOX|(?:AUTO)?(?:CHECKBOX|RADIOBUTTON)|AUTO3STATE|STATE3|PUSHBOX|CONTROL)$/;
const KINDS = /^(?:STRINGTABLE|DIALOG(?:EX)?|MENU(?:EX)?|VERSIONINFO|ACCELERATORS|TEXTINCLUDE|DESIGNINFO|TOOLBAR)$/;

type Range = { readonly start: number; readonly end: number };

type Resources = {
  readonly entries: Entry[];
  readonly languages: Range[];
  /** Number of displayed texts that are written as several literals. */
  readonly joined: number;
};

function readResources(source: string, { values }: FormatOptions): Resources {
  const tokens = lexRc(source);
  const entries: Entry[] = [];
  const languages: Range[] = [];
  let kind = "";
  let resource = "";
  let depth = 0;
  let joined = 0;
  for (const [index, token] of tokens.entries()) {
    const [previous, next] = [tokens[index - 1], tokens[index + 1]];
    if (token.type !== "string") {
      if (token.text === "BEGIN" || token.text === "{") depth++;
      if (token.text === "END" || token.text === "}") depth = Math.max(0, depth - 1);
      if (depth === 0 && KINDS.test(token.text)) {
        kind = token.text;
        resource = previous?.type === "word" ? previous.text : "";
      }
      const [first, comma, second] = tokens.slice(index + 1, index + 4);
      if (token.text === "LANGUAGE" && first && comma?.text === "," && second)
        languages.push({ start: first.start, end: second.end });
      continue;
    }
    if (previous?.type === "string" || token.text === "") continue;
    const name = nameOf(tokens, index, kind);
    if (name === undefined) continue;
    // Concatenated literals cannot be replaced by one text.
    if (next?.type === "string" && next.text !== "\\0") {
      joined++;
      continue;
    }
    const key = [kind === "STRINGTABLE" ? "" : resource, name].filter(Boolean).join(".");
    for (const { start, end } of textsOf(token, kind)) {
      const raw = source.slice(start, end);
      const value = readEscapes(raw);
      // The letter after the mark is underlined: `&Open`.
      const isText = isProse(value.replace(/&(?=\S)/g, ""));
      const inline = isText ? menuString(value, "loose", true) : null;
      const message = (inline && inlineMessage(inline, value)) ?? (values === "all" ? literalMessage(value) : null);
      if (!message) continue;
      const tail = /\\0$/.exec(raw)?.[0] ?? "";
      const place = { start, end, key, id: `${key}\0${start}` };
      entries.push(messageEntry(message, place, (translated) => writeEscapes(translated, raw) + tail));
    }
  }
  return { entries, languages, joined };
}

const KEYS = /^(?:(?:Ctrl|Alt|Shift|Win|Cmd|Strg) ?\+.{1,20}|F\d\d?|Space|Del|Esc|Enter|Tab|Ins|Backspace)$/;

/** The texts of a displayed string. A tab separates the texts of a menu item, and a shortcut, which is no text. */
function textsOf({ text, start, end }: Range & { readonly text: string }, kind: string): Range[] {
  const tab = /^((?:[^\\]|\\[^ta])*)(\\[ta]|\t)(.*)$/s.exec(text);
  if (!tab || !(kind.startsWith("MENU") || KEYS.test(tab[3]!))) return [{ start, end }];
  const [, first = "", mark = "", second = ""] = tab;
  // `Shift+Page Up`, `Grey *`
  const isText = /\S\s+\S+\s+\S|\s\p{Ll}{5}/u.test(second) && !/\w\s?\+\s?[\w[]/.test(second);
  const from = start + first.length;
  return [{ start, end: from }, ...(isText ? [{ start: from + mark.length, end }] : [])];
}

/** Key of a displayed string; undefined for others. */
function nameOf(tokens: readonly Token[], index: number, kind: string): string | undefined {
  const [before, previous, next, after] = [tokens[index - 2], tokens[index - 1], tokens[index + 1], tokens[index + 2]];
  if (kind === "TEXTINCLUDE" || kind === "DESIGNINFO" || kind === "ACCELERATORS" || !previous) return;
  if (kind === "STRINGTABLE") {
    if (previous.text === ",") return before?.type === "word" ? before.text : undefined;
    return previous.type === "word" && !["BEGIN", "STRINGTABLE"].includes(previous.text) ? previous.text : undefined;
  }
  if (kind === "VERSIONINFO") {
    return previous.text === "," && before?.type === "string" && before.text === "FileDescription"
      ? before.text
      : undefined;
  }
  if (!SHOWN.test(previous.text)) return;
  return next?.text === "," && after?.type === "word" && !/^-?\d+$/.test(after.text) ? after.text : previous.text;
}

/** Strings, words and marks, without comments and preprocessor directives. Linear. */
function lexRc(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let isLineStart = true;
  while (at < source.length) {
    const character = source[at]!;
    if (character === "\n" || character === "\r") {
      isLineStart = true;
      at++;
    } else if (/\s/.test(character)) at++;
    else if (character === "#" && isLineStart) {
      while (at < source.length && source[at] !== "\n" && source[at] !== "\r")
        at += source[at] === "\\" ? (source.startsWith("\r\n", at + 1) ? 3 : 2) : 1;
    } else if (source.startsWith("//", at)) {
      while (at < source.length && source[at] !== "\n" && source[at] !== "\r") at++;
    } else if (source.startsWith("/*", at)) {
      const end = source.indexOf("*/", at + 2);
      at = end < 0 ? source.length : end + 2;
    } else if (character === '"') {
      const start = at + 1;
      at = start;
      while (source[at] !== '"' || source[at + 1] === '"') {
        if (at >= source.length) unclosed(source, start);
        PAIR.lastIndex = at;
        at += PAIR.test(source) ? 2 : 1;
      }
      tokens.push({ type: "string", text: source.slice(start, at), start, end: at });
      at++;
      isLineStart = false;
    } else {
      const start = at;
      while (at < source.length && /[\w.$\x80-\uffff-]/.test(source[at]!)) at++;
      const isWord = at > start;
      if (!isWord) at++;
      const text = source.slice(start, at);
      isLineStart = false;
      // L"wide" is also a string.
      if (text === "L" && source[at] === '"') continue;
      tokens.push({ type: isWord ? "word" : "mark", text, start, end: at });
    }
  }
  return tokens;
}

/** Two characters that represent one. A path may end in `\"`, which closes it. */
const PAIR = /""|\\\\|\\"(?!\s{0,99}(?:,\s{0,99}[\dA-Z_("-]|[\r\n]|$))/y;

function unclosed(source: string, start: number): never {
  const line = source.slice(0, start).split("\n").length;
  throw new UnreadableFile("corrupt", `This is not a valid resource script: a string is not closed in line ${line}.`);
}

const NAMED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", a: "\t", "\\": "\\" };

function readEscapes(raw: string): string {
  return raw
    .replace(/\\0$/, "")
    .replace(/""|\\"/g, '"')
    .replace(/\\([ntra\\])/g, (_, one: string) => NAMED[one]!);
}

/** Writes a text with escapes. `raw` shows how the file writes quotation marks. */
function writeEscapes(value: string, raw: string): string {
  return value.replace(/[\\"\n\t\r]/g, (one) => (one === '"' && raw.includes('\\"') ? '\\"' : ESCAPES[one]!));
}

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", '"': '""', "\n": "\\n", "\t": "\\t", "\r": "\\r" };

function languageEdit({ start, end }: Range, target: string): Edit[] {
  const text = spellLanguage(target);
  return text ? [{ start, end, text }] : [];
}
