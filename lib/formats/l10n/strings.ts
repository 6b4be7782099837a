import { decodeText, looksLikeText } from "@/lib/formats/encoding";
import { type Format, UnreadableFile } from "@/lib/formats/format";
import { literalMessage, messageEntry, stringMessage } from "./message";
import { stringsDocument } from "./strings-document";
import { TreeLayout } from "./tree-layout";

/** Apple's `Localizable.strings` and `InfoPlist.strings`. */
export const strings: Format = {
  id: "strings",
  name: "Apple .strings",
  extensions: ["strings"],
  mediaTypes: ["text/plain"],
  translates: "Every value.",
  leaves: "Keys, comments, format specifiers, and the encoding (mostly UTF-16).",
  matches: (bytes, extension) => extension === "strings" && looksLikeText(bytes),
  async open(bytes, options) {
    const decoded = decodeText(bytes);
    const pairs = lexStrings(decoded.text);
    const entries = pairs.flatMap((pair) => {
      const literal = options.values === "all" && pair.value !== "" ? literalMessage(pair.value, "printf") : null;
      const message = stringMessage(pair.value, "printf") ?? literal;
      const raw = decoded.text.slice(pair.start, pair.end);
      return message ? [messageEntry(message, { ...pair, id: pair.key }, (value) => quote(value, raw))] : [];
    });
    const nodes = pairs.map(({ key, from, to }) => ({ name: key, id: key, start: from, end: to }));
    const layout = new TreeLayout(
      decoded.text,
      { style: "blocks", nodes, inside: decoded.text.length },
      decoded.newline,
    );
    return stringsDocument(strings, { decoded, entries, layout });
  },
};

/** `from` and `to` enclose the string with its comment and the white space before it. */
type Pair = { key: string; value: string; start: number; end: number; from: number; to: number; note?: string };

/** Finds `key = "value";` with the offsets of the quoted value, in one pass. */
function lexStrings(source: string): Pair[] {
  const pairs: Pair[] = [];
  let at = 0;
  let note: string | undefined;
  const fail = (what: string): never => {
    const line = source.slice(0, at).split("\n").length;
    throw new UnreadableFile("corrupt", `This is not a valid .strings file: ${what} in line ${line}.`);
  };

  /** Skips white space and comments. The last comment is the note of what follows. */
  function skip(): void {
    for (;;) {
      while (at < source.length && source.charCodeAt(at) <= 32) at++;
      const block = source.startsWith("/*", at);
      if (!block && !source.startsWith("//", at)) return;
      const close = source.indexOf(block ? "*/" : "\n", at + 2);
      if (close < 0 && block) fail("a comment is not closed");
      const end = close < 0 ? source.length : close;
      note = source.slice(at + 2, end).trim();
      at = block ? end + 2 : end;
    }
  }

  /** A quoted string or a bare word. */
  function word(): { text: string; quoted: boolean; start: number; end: number } {
    const start = at;
    const mark = source[at];
    if (mark !== '"' && mark !== "'") {
      while (at < source.length && /[\w.$:/-]/.test(source[at]!)) at++;
      return at > start
        ? { text: source.slice(start, at), quoted: false, start, end: at }
        : fail("something unexpected");
    }
    for (at++; at < source.length && source[at] !== mark; at++) if (source[at] === "\\") at++;
    if (at >= source.length) {
      at = start;
      fail("a string is not closed");
    }
    at++;
    return { text: decodeEscapes(source.slice(start + 1, at - 1)), quoted: true, start, end: at };
  }

  let from = 0;
  for (skip(); at < source.length; skip()) {
    const key = word();
    const comment = note;
    note = undefined;
    skip();
    if (source[at] === "=") {
      at++;
      skip();
      const value = word();
      if (value.quoted) {
        const useful = comment && comment !== "No comment provided by engineer." ? { note: comment } : {};
        pairs.push({ key: key.text, value: value.text, start: value.start, end: value.end, from, to: 0, ...useful });
      }
      skip();
    }
    if (source[at] !== ";") fail("a semicolon is missing");
    at++;
    const last = pairs.at(-1);
    if (last?.to === 0) last.to = at;
    from = at;
    note = undefined;
  }
  return pairs;
}

const NAMED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", a: "\x07", b: "\b", f: "\f", v: "\v" };

function decodeEscapes(raw: string): string {
  if (!raw.includes("\\")) return raw;
  return raw.replace(/\\([uU][0-9a-fA-F]{4}|[0-7]{3}|[\s\S])/g, (_, code: string) => {
    if (code.length === 5) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    if (code.length === 3) return String.fromCharCode(Number.parseInt(code, 8));
    return NAMED[code] ?? code;
  });
}

/** Writes a value in the source's quotes, with literal line breaks if the source has them. */
function quote(value: string, like: string): string {
  const mark = like[0]!;
  const escaped = value
    .replaceAll("\\", "\\\\")
    .replaceAll(mark, `\\${mark}`)
    .replaceAll("\t", "\\t")
    .replaceAll("\r", "\\r");
  return mark + (like.includes("\n") ? escaped : escaped.replaceAll("\n", "\\n")) + mark;
}
