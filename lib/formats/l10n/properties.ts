import { decodeText, looksLikeText } from "@/lib/formats/encoding";
import type { Format, FormatOptions } from "@/lib/formats/format";
import { hasIcuChoice } from "@/lib/text/message/placeholders";
import { icuOrPlain } from "./icu";
import { hasJavaChoice } from "./java-choice";
import { literalMessage, type Message, messageEntry, plainMessage } from "./message";
import { stringsDocument } from "./strings-document";
import { TextValues } from "./text-values";
import { TreeLayout } from "./tree-layout";

/** Java `.properties` with `MessageFormat` or ICU messages. */
export const properties: Format = {
  id: "properties",
  name: "Java properties",
  extensions: ["properties"],
  mediaTypes: ["text/x-java-properties"],
  translates: "Every value that is prose, with the branches of its plurals and selects.",
  leaves:
    "Keys, comments, arguments such as {0}, values that are identifiers, paths or addresses, and the encoding; in settings files also single words that name an option.",
  options: ["keys"],
  matches: (bytes, extension) => extension === "properties" && looksLikeText(bytes),
  async open(bytes, options) {
    const decoded = decodeText(bytes, { declared: () => "iso-8859-1" });
    const latin1 = decoded.encoding.name === "iso-8859-1";
    const limit = !latin1 ? 0x10ffff : /[^\0-\x7f]/.test(decoded.text) ? 0xff : 0x7f;
    const pairs = lexProperties(decoded.text);
    const doubles = doublesApostrophes(pairs);
    const texts = new TextValues(decoded.text, options, { anywhere: true });
    const entries = pairs.flatMap((pair) => {
      const prose = texts.isText(pair.value, [pair.key]) ? readMessage(pair.value, doubles, options) : null;
      const message = prose ?? (options.values === "all" && pair.value !== "" ? literalMessage(pair.value) : null);
      if (!message) return [];
      const escapes = decoded.text.slice(pair.start, pair.end).includes("\\u");
      return [
        messageEntry(message, { ...pair, id: pair.key }, (value) =>
          spell(value, escapes ? Math.min(limit, 0x7f) : limit),
        ),
      ];
    });
    const nodes = pairs.map(({ key, from, to }) => ({ name: key, id: key, start: from, end: to }));
    const layout = new TreeLayout(
      decoded.text,
      { style: "lines", nodes, inside: decoded.text.length },
      decoded.newline,
    );
    return stringsDocument(properties, { decoded, entries, layout, warnings: texts.warnings });
  },
};

/** `from` and `to` enclose its lines and the comments directly above. */
type Pair = { key: string; value: string; start: number; end: number; from: number; to: number; note?: string };

/** Finds `key = value` with the offsets of the raw value, in one pass (java.util.Properties, `load`). */
function lexProperties(source: string): Pair[] {
  const pairs: Pair[] = [];
  let notes: string[] = [];
  let at = 0;
  let from = 0;
  const blank = (code: number) => code === 32 || code === 9 || code === 12;
  const ends = (code: number) => code === 10 || code === 13 || Number.isNaN(code);
  /** The offset after the escape whose backslash is at `from`. An escaped line break includes the indentation after it. */
  const afterEscape = (from: number): number => {
    let next = from + 1;
    if (!ends(source.charCodeAt(next)) || next >= source.length) return Math.min(next + 1, source.length);
    next += source.startsWith("\r\n", next) ? 2 : 1;
    while (blank(source.charCodeAt(next))) next++;
    return next;
  };
  const skipBlanks = () => {
    while (blank(source.charCodeAt(at))) at++;
  };
  for (; at < source.length; at += source.startsWith("\r\n", at) ? 2 : 1) {
    if (notes.length === 0) from = at;
    skipBlanks();
    if (ends(source.charCodeAt(at))) {
      notes = [];
    } else if (source[at] === "#" || source[at] === "!") {
      const start = at + 1;
      while (!ends(source.charCodeAt(at))) at++;
      notes.push(source.slice(start, at).trim());
    } else {
      const keyStart = at;
      while (
        !ends(source.charCodeAt(at)) &&
        !blank(source.charCodeAt(at)) &&
        source[at] !== "=" &&
        source[at] !== ":"
      ) {
        at = source[at] === "\\" ? afterEscape(at) : at + 1;
      }
      const key = decodeEscapes(source.slice(keyStart, at));
      skipBlanks();
      if (source[at] === "=" || source[at] === ":") at++;
      skipBlanks();
      const start = at;
      while (!ends(source.charCodeAt(at))) at = source[at] === "\\" ? afterEscape(at) : at + 1;
      const note = notes.filter(Boolean).join("\n");
      notes = [];
      const to = Math.min(source.length, at + (source.startsWith("\r\n", at) ? 2 : 1));
      const value = decodeEscapes(source.slice(start, at));
      pairs.push({ key, value, start, end: at, from, to, ...(note ? { note } : {}) });
    }
  }
  return pairs;
}

const NAMED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", f: "\f" };

function decodeEscapes(raw: string): string {
  if (!raw.includes("\\")) return raw;
  return raw.replace(/\\(?:u([0-9a-fA-F]{4})|(?:\r\n|\r|\n)[ \t\f]*|([\s\S]))/g, (_, hex?: string, char?: string) => {
    if (hex) return String.fromCharCode(Number.parseInt(hex, 16));
    return char === undefined ? "" : (NAMED[char] ?? char);
  });
}

/** Writes characters above `limit` as `\uXXXX`. */
function spell(value: string, limit: number): string {
  const escaped = value
    .replaceAll("\\", "\\\\")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t")
    .replace(/^ /, "\\ ");
  if (limit > 0xff) return escaped;
  let result = "";
  for (let i = 0; i < escaped.length; i++) {
    const code = escaped.charCodeAt(i);
    result += code > limit ? `\\u${code.toString(16).toUpperCase().padStart(4, "0")}` : escaped[i];
  }
  return result;
}

const ARGUMENT = /\{[\w.]{1,60}[,}]/;

/** `MessageFormat` requires `''`; a file with single `'` next to arguments uses another formatter. */
function doublesApostrophes(pairs: readonly Pair[]): boolean {
  const withArguments = pairs.filter(({ value }) => ARGUMENT.test(value));
  return !withArguments.some(({ value }) => /(?<!')'(?!'|\{|\})/.test(value.replace(/'[{}][^']{0,200}'/g, "")));
}

function readMessage(value: string, doubles: boolean, options: FormatOptions): Message | null {
  const doubled = value.includes("''") || (doubles && ARGUMENT.test(value));
  const isMessage = doubled || hasIcuChoice(value) || hasJavaChoice(value);
  return isMessage ? icuOrPlain(value, "double", options) : plainMessage(value);
}
