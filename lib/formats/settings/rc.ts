import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import { type Format, type FormatOptions, UnreadableFile } from "@/lib/formats/format";
import { type Entry, literalMessage, messageEntry, plainMessage } from "@/lib/formats/l10n/message";
import { stringsDocument } from "@/lib/formats/l10n/strings-document";
import type { Edit } from "@/lib/formats/splice";

/** Resource scripts of Windows programs (Resource Compiler). */
export const rc: Format = {
  id: "rc",
  name: "Windows resource script",
  extensions: ["rc"],
  mediaTypes: ["text/x-rc"],
  translates:
    "Strings of string tables, captions and controls of dialogs, items of menus, and the description of the version. The language is set.",
  leaves:
    "Identifiers, keyboard shortcuts after a tab, fonts, classes, accelerators, files, other values of the version, comments, directives and the encoding.",
  matches: (bytes, extension) => extension === "rc" && looksLikeText(bytes) && RESOURCES.test(peekText(bytes, 262_144)),
  async open(bytes, options) {
    const decoded = decodeText(bytes, { declared: declaredCodePage });
    const { entries, languages } = readResources(decoded.text, options);
    return stringsDocument(rc, {
      decoded,
      entries,
      marks: (target) => languages.flatMap((range) => languageEdit(range, target)),
      redeclare: (text) => text.replace(CODE_PAGE, (_, lead: string) => `${lead}65001`),
    });
  },
};

const RESOURCES =
  /\b(?:STRINGTABLE|DIALOG(?:EX)?|MENU(?:EX)?|VERSIONINFO|ACCELERATORS|RT_[A-Z]{3,20})\b|^[ \t]*#[ \t]*(?:include|if|define|pragma)\b|^[ \t]*\w+[ \t]+(?:ICON|BITMAP|CURSOR|FONT|HTML|RCDATA|24)\b/m;
const CODE_PAGE = /(#pragma\s{1,20}code_page\s{0,20}\(\s{0,20})\d{2,5}/g;

function declaredCodePage(head: string): string | undefined {
  const page = /#pragma\s{1,20}code_page\s{0,20}\(\s{0,20}(\d{2,5})/.exec(head)?.[1];
  if (page === "65001") return "utf-8";
  return page && page !== "1200" ? `windows-${page}` : undefined;
}

type Token =
  | { readonly type: "word" | "mark"; readonly text: string; readonly start: number; readonly end: number }
  /** The range is that within the quotes. */
  | { readonly type: "string"; readonly text: string; readonly start: number; readonly end: number };

/** Statements whose first string is shown. */
const SHOWN = new Set(
  (
    "CAPTION POPUP MENUITEM LTEXT RTEXT CTEXT PUSHBUTTON DEFPUSHBUTTON GROUPBOX CHECKBOX AUTOCHECKBOX RADIOBUTTON " +
    "AUTORADIOBUTTON AUTO3STATE STATE3 PUSHBOX CONTROL"
  ).split(" "),
);
const KINDS = new Set(
  "STRINGTABLE DIALOG DIALOGEX MENU MENUEX VERSIONINFO ACCELERATORS TEXTINCLUDE DESIGNINFO TOOLBAR".split(" "),
);

type Range = { readonly start: number; readonly end: number };

function readResources(source: string, { values }: FormatOptions): { entries: Entry[]; languages: Range[] } {
  const tokens = lexRc(source);
  const entries: Entry[] = [];
  const languages: Range[] = [];
  let kind = "";
  let resource = "";
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    const [previous, next] = [tokens[index - 1], tokens[index + 1]];
    if (token.type !== "string") {
      if (token.text === "BEGIN" || token.text === "{") depth++;
      if (token.text === "END" || token.text === "}") depth = Math.max(0, depth - 1);
      if (depth === 0 && KINDS.has(token.text)) {
        kind = token.text;
        resource = previous?.type === "word" ? previous.text : "";
      }
      const [first, comma, second] = tokens.slice(index + 1, index + 4);
      if (token.text === "LANGUAGE" && first && comma?.text === "," && second)
        languages.push({ start: first.start, end: second.end });
      continue;
    }
    // Joined literals have no place for one text.
    if (next?.type === "string" || previous?.type === "string" || token.text === "") continue;
    const name = nameOf(tokens, index, kind);
    if (name === undefined) continue;
    const value = readEscapes(token.text);
    const shortcut = kind.startsWith("MENU") && value.includes("\t") ? value.slice(value.indexOf("\t")) : "";
    const text = value.slice(0, value.length - shortcut.length);
    const message = plainMessage(text) ?? (values === "all" ? literalMessage(text) : null);
    if (!message) continue;
    const key = [kind === "STRINGTABLE" ? "" : resource, name].filter(Boolean).join(".");
    const place = { start: token.start, end: token.end, key, id: `${key}\0${token.start}` };
    const tail = /\\0$/.exec(token.text)?.[0] ?? "";
    entries.push(messageEntry(message, place, (translated) => writeEscapes(translated + shortcut) + tail));
  }
  return { entries, languages };
}

/** Key of a string that is shown; undefined for others. */
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
  if (!SHOWN.has(previous.text)) return;
  return next?.text === "," && after?.type === "word" && !/^-?\d+$/.test(after.text) ? after.text : previous.text;
}

/** Strings, words and marks; without comments and directives of the preprocessor. Linear. */
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
        at += source[at] === '"' || (source[at] === "\\" && source[at + 1] === "\\") ? 2 : 1;
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
      // L"wide" is a string too.
      if (text === "L" && source[at] === '"') continue;
      tokens.push({ type: isWord ? "word" : "mark", text, start, end: at });
    }
  }
  return tokens;
}

function unclosed(source: string, start: number): never {
  const line = source.slice(0, start).split("\n").length;
  throw new UnreadableFile("corrupt", `This is not a valid resource script: a string is not closed in line ${line}.`);
}

const NAMED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", a: "\t", "\\": "\\" };

function readEscapes(raw: string): string {
  return raw
    .replace(/\\0$/, "")
    .replaceAll('""', '"')
    .replace(/\\([ntra\\])/g, (_, one: string) => NAMED[one]!);
}

function writeEscapes(value: string): string {
  return value.replace(/[\\"\n\t\r]/g, (one) => ESCAPES[one]!);
}

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", '"': '""', "\n": "\\n", "\t": "\\t", "\r": "\\r" };

function languageEdit({ start, end }: Range, target: string): Edit[] {
  const name = LANGUAGES.get(target.split("-")[0]!.toLowerCase());
  if (!name) return [];
  const variety = SUBLANGUAGES.get(target.toLowerCase()) ?? "SUBLANG_DEFAULT";
  return [{ start, end, text: `LANG_${name}, ${variety}` }];
}

/** Of winnt.h. */
const LANGUAGES = new Map(
  (
    "ar ARABIC bg BULGARIAN ca CATALAN zh CHINESE cs CZECH da DANISH de GERMAN el GREEK en ENGLISH es SPANISH fi FINNISH fr FRENCH " +
    "he HEBREW hu HUNGARIAN is ICELANDIC it ITALIAN ja JAPANESE ko KOREAN nl DUTCH nb NORWEGIAN no NORWEGIAN nn NORWEGIAN pl POLISH " +
    "pt PORTUGUESE ro ROMANIAN ru RUSSIAN hr CROATIAN sr SERBIAN sk SLOVAK sq ALBANIAN sv SWEDISH th THAI tr TURKISH ur URDU " +
    "id INDONESIAN uk UKRAINIAN be BELARUSIAN sl SLOVENIAN et ESTONIAN lv LATVIAN lt LITHUANIAN fa FARSI vi VIETNAMESE hy ARMENIAN " +
    "az AZERI eu BASQUE mk MACEDONIAN af AFRIKAANS ka GEORGIAN hi HINDI ms MALAY kk KAZAK sw SWAHILI uz UZBEK bn BENGALI gu GUJARATI " +
    "ta TAMIL te TELUGU kn KANNADA ml MALAYALAM mr MARATHI gl GALICIAN cy WELSH ga IRISH mt MALTESE"
  )
    .split(" ")
    .flatMap((word, index, all) => (index % 2 === 0 ? [[word, all[index + 1]!] as const] : [])),
);

const SUBLANGUAGES = new Map([
  ["zh-hans", "SUBLANG_CHINESE_SIMPLIFIED"],
  ["zh-cn", "SUBLANG_CHINESE_SIMPLIFIED"],
  ["zh-hant", "SUBLANG_CHINESE_TRADITIONAL"],
  ["zh-tw", "SUBLANG_CHINESE_TRADITIONAL"],
  ["pt-br", "SUBLANG_PORTUGUESE_BRAZILIAN"],
  ["pt-pt", "SUBLANG_PORTUGUESE"],
  ["en-gb", "SUBLANG_ENGLISH_UK"],
  ["en-us", "SUBLANG_ENGLISH_US"],
  ["es-mx", "SUBLANG_SPANISH_MEXICAN"],
  ["es-es", "SUBLANG_SPANISH_MODERN"],
  ["nn", "SUBLANG_NORWEGIAN_NYNORSK"],
  ["nb", "SUBLANG_NORWEGIAN_BOKMAL"],
]);
