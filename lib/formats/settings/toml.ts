import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import { type Format, UnreadableFile } from "@/lib/formats/format";
import { pathMatcher } from "@/lib/formats/key-paths";
import { type Entry, messageEntry, plainMessage } from "@/lib/formats/l10n/message";
import { isProse } from "@/lib/formats/l10n/prose";
import { stringsDocument } from "@/lib/formats/l10n/strings-document";

/** TOML 1.0 message files, as used by go-i18n, Hugo and others. */
export const toml: Format = {
  id: "toml",
  name: "TOML",
  extensions: ["toml"],
  mediaTypes: ["application/toml"],
  translates: "String values that are prose, also in arrays and inline tables.",
  leaves: "Keys, numbers, dates, comments, and values that are identifiers, addresses or paths.",
  options: ["keys"],
  matches: (bytes, extension) =>
    extension === "toml" && looksLikeText(bytes) && /^\s*(?:#|\[|[\w."'-]+\s*[.=]|$)/m.test(peekText(bytes)),
  async open(bytes, options) {
    const decoded = decodeText(bytes);
    const isChosen = pathMatcher(options.keys ?? []);
    const entries = stringsOf(decoded.text).flatMap((found): Entry[] => {
      const key = found.path.at(-1) ?? "";
      if (!isChosen(found.path) && (SILENT.has(key) || !isProse(found.value, key))) return [];
      const message = plainMessage(found.value);
      const place = { start: found.start, end: found.end, key: found.path.join(".") };
      return message ? [messageEntry(message, place, (value) => spell(value, found.quote))] : [];
    });
    return stringsDocument(toml, { decoded, entries });
  },
};

/** go-i18n's metadata of a message: `hash` and a description for translators. */
const SILENT = new Set(["hash", "description_for_translators", "leftDelim", "rightDelim"]);

type FoundString = { path: string[]; value: string; start: number; end: number; quote: string };

/** All string values with the keys above them. One pass. */
function stringsOf(source: string): FoundString[] {
  const found: FoundString[] = [];
  let table: string[] = [];
  let at = 0;
  const fail = (what: string): never => {
    throw new UnreadableFile(
      "corrupt",
      `This is not valid TOML: ${what} in line ${source.slice(0, at).split("\n").length}.`,
    );
  };
  const skip = (lines: boolean) => {
    for (; at < source.length; at++) {
      const character = source[at]!;
      if (character === "#") while (at + 1 < source.length && source[at + 1] !== "\n") at++;
      else if (!(lines ? /\s/ : /[ \t]/).test(character)) return;
    }
  };
  const string = (): Omit<FoundString, "path"> => {
    const start = at;
    const mark = source[at]!;
    const quote = source.startsWith(mark.repeat(3), at) ? mark.repeat(3) : mark;
    for (at += quote.length; !source.startsWith(quote, at); at++) {
      if (at >= source.length || (quote.length === 1 && source[at] === "\n")) fail("a string is not closed");
      if (mark === '"' && source[at] === "\\") at++;
    }
    at += quote.length;
    // Up to two quotes may precede the closing three.
    while (quote.length === 3 && source[at] === mark) at++;
    const raw = source.slice(start + quote.length, at - quote.length);
    return { value: decode(raw, quote), start, end: at, quote };
  };
  const keys = (): string[] => {
    const path: string[] = [];
    for (;;) {
      skip(false);
      if (source[at] === '"' || source[at] === "'") path.push(string().value);
      else {
        const from = at;
        while (at < source.length && /[\w-]/.test(source[at]!)) at++;
        if (at === from) fail("a key is missing");
        path.push(source.slice(from, at));
      }
      skip(false);
      if (source[at] !== ".") return path;
      at++;
    }
  };
  const value = (path: string[], depth: number): void => {
    if (depth > 100) throw new UnreadableFile("too_complex", "The document nests arrays more than 100 deep.");
    const character = source[at];
    if (character === '"' || character === "'") found.push({ path, ...string() });
    else if (character === "[") {
      at++;
      for (skip(true); source[at] !== "]"; skip(true)) {
        if (at >= source.length) fail("an array is not closed");
        value(path, depth + 1);
        skip(true);
        if (source[at] === ",") at++;
        else if (source[at] !== "]") fail("a comma is missing");
      }
      at++;
    } else if (character === "{") {
      at++;
      for (skip(true); source[at] !== "}"; skip(true)) {
        if (at >= source.length) fail("a table is not closed");
        pair(path, depth + 1);
        skip(true);
        if (source[at] === ",") at++;
      }
      at++;
    } else {
      const from = at;
      while (at < source.length && !/[\s,\]}#]/.test(source[at]!)) at++;
      if (at === from) fail("a value is missing");
      // Date and time may be separated by a space.
      if (/^\d{4}-\d\d-\d\d$/.test(source.slice(from, at)) && /^ \d\d:/.test(source.slice(at, at + 4)))
        for (at++; at < source.length && !/[\s,\]}#]/.test(source[at]!); ) at++;
    }
  };
  const pair = (base: readonly string[], depth: number): void => {
    const path = [...base, ...keys()];
    if (source[at] !== "=") fail("an equals sign is missing");
    at++;
    skip(false);
    value(path, depth);
  };
  for (skip(true); at < source.length; skip(true)) {
    if (source[at] === "[") {
      at += source[at + 1] === "[" ? 2 : 1;
      table = keys();
      while (source[at] === "]") at++;
    } else pair(table, 0);
  }
  return found;
}

const NAMED: Readonly<Record<string, string>> = { b: "\b", t: "\t", n: "\n", f: "\f", r: "\r", e: "\x1b" };

function decode(raw: string, quote: string): string {
  const content = quote.length === 3 ? raw.replace(/^\r?\n/, "") : raw;
  if (quote.startsWith("'") || !content.includes("\\")) return content;
  return content.replace(
    /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([ \t]*\r?\n\s*)|([\s\S]))/g,
    (_, four?: string, eight?: string, lines?: string, one?: string) => {
      if (lines !== undefined) return "";
      const code = Number.parseInt(four ?? eight ?? "", 16);
      return Number.isNaN(code) ? (NAMED[one ?? ""] ?? one ?? "") : String.fromCodePoint(Math.min(code, 0x10ffff));
    },
  );
}

function spell(value: string, quote: string): string {
  if (quote === "'" && !/['\x00-\x08\n\r]/.test(value)) return `'${value}'`;
  if (quote === "'''" && !value.includes("'''") && !value.endsWith("'"))
    return `'''${/^[\r\n]/.test(value) ? "\n" : ""}${value}'''`;
  if (quote === '"""') {
    const escaped = value
      .replaceAll("\\", "\\\\")
      .replaceAll('"""', '""\\"')
      .replace(/"$/, '\\"')
      .replaceAll("\r", "\\r");
    return `"""${escaped.includes("\n") ? "\n" : ""}${escaped}"""`;
  }
  return JSON.stringify(value);
}
