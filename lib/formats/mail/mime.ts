import iconv from "iconv-lite";
import { UnreadableFile } from "@/lib/formats/format";

/** MIME (RFC 2045–2047) with offsets for replacing parts. They are bytes: the source is read as ISO-8859-1. */

export type Header = {
  /** Lower case. */
  readonly name: string;
  /** Unfolded, as written. */
  readonly value: string;
  /** Range of the value including its folds, without the line end. */
  readonly start: number;
  readonly end: number;
};

export type MimePart = {
  readonly headers: readonly Header[];
  /** Offset of the first header, after an mbox line. */
  readonly headersStart: number;
  /** Offset of the blank line after the headers. */
  readonly headersEnd: number;
  readonly bodyStart: number;
  readonly bodyEnd: number;
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly parts: readonly MimePart[];
};

const MAX_DEPTH = 20;
const MAX_PARTS = 2_000;

/** Parses a message. Throws {@link UnreadableFile} for too deeply nested or too many parts. */
export function readMime(source: string): MimePart {
  const budget = { parts: MAX_PARTS };
  return readPart(source, 0, source.length, 0, budget);
}

function readPart(source: string, start: number, end: number, depth: number, budget: { parts: number }): MimePart {
  if (depth > MAX_DEPTH || budget.parts-- <= 0)
    throw new UnreadableFile("too_complex", "The message has too many parts, or nests them too deeply.");
  const { headers, headersStart, headersEnd, bodyStart } = readHeaders(source, start, end);
  const { value: type, parameters } = parseParameters(headers.find(({ name }) => name === "content-type")?.value ?? "");
  const boundary = parameters.get("boundary");
  const parts: MimePart[] = [];
  if (type.startsWith("multipart/") && boundary)
    for (const [from, to] of between(source, bodyStart, end, boundary))
      parts.push(readPart(source, from, to, depth + 1, budget));
  if (type === "message/rfc822" && isIdentity(headers)) parts.push(readPart(source, bodyStart, end, depth + 1, budget));
  return {
    headers,
    headersStart,
    headersEnd,
    bodyStart,
    bodyEnd: end,
    type: type || "text/plain",
    parameters,
    parts,
  };
}

function isIdentity(headers: readonly Header[]): boolean {
  const encoding =
    headers
      .find(({ name }) => name === "content-transfer-encoding")
      ?.value.trim()
      .toLowerCase() ?? "";
  return ["", "7bit", "8bit", "binary"].includes(encoding);
}

function readHeaders(source: string, start: number, end: number) {
  const headers: Header[] = [];
  let headersStart = start;
  let at = start;
  while (at < end) {
    let lineEnd = source.indexOf("\n", at);
    if (lineEnd < 0 || lineEnd >= end) lineEnd = end;
    const line = source.slice(at, lineEnd).replace(/\r$/, "");
    const next = Math.min(end, lineEnd + 1);
    if (line === "") return { headers, headersStart, headersEnd: at, bodyStart: next };
    const last = headers.at(-1);
    if (/^[ \t]/.test(line) && last) {
      headers[headers.length - 1] = { ...last, value: last.value + line, end: at + line.length };
    } else {
      const name = /^([\x21-\x39\x3b-\x7e]{1,200})[ \t]*:[ \t]*/.exec(line);
      if (!name) {
        // An mbox line may precede the first header; other text is a body without headers.
        if (headers.length > 0 || !line.startsWith("From "))
          return { headers, headersStart, headersEnd: at, bodyStart: at };
        headersStart = next;
      } else {
        const from = at + name[0].length;
        headers.push({
          name: name[1]!.toLowerCase(),
          value: line.slice(name[0].length),
          start: from,
          end: at + line.length,
        });
      }
    }
    at = next;
  }
  return { headers, headersStart, headersEnd: end, bodyStart: end };
}

/** Ranges between boundary lines (RFC 2046, 5.1.1). */
function* between(source: string, start: number, end: number, boundary: string): Generator<[number, number]> {
  const mark = `--${boundary}`;
  let from = -1;
  for (let at = source.indexOf(mark, start); at >= 0 && at < end; at = source.indexOf(mark, at + mark.length)) {
    const isLine = at === start || source[at - 1] === "\n";
    const after = /^(?:--)?[ \t]*(?:\r?\n|$)/.exec(
      source.slice(at + mark.length, Math.min(end, at + mark.length + 200)),
    );
    if (!isLine || !after) continue;
    if (from >= 0) yield [from, Math.max(from, source[at - 2] === "\r" ? at - 2 : at - 1)];
    if (source.startsWith("--", at + mark.length)) return;
    from = at + mark.length + after[0].length;
  }
  if (from >= 0) yield [from, end];
}

/** A header such as `text/html; charset="utf-8"`. */
function parseParameters(header: string): { value: string; parameters: Map<string, string> } {
  const [value = ""] = header.split(";", 1);
  const parameters = new Map<string, string>();
  for (const [, name, quoted, plain] of header
    .slice(value.length)
    .matchAll(/;\s{0,100}([\w*-]{1,50})\s{0,10}=\s{0,10}(?:"((?:[^"\\]|\\.){0,1000})"|([^\s;]{0,1000}))/g))
    parameters.set(name!.toLowerCase(), (quoted ?? plain ?? "").replace(/\\(.)/g, "$1"));
  return { value: value.trim().toLowerCase(), parameters };
}

/** Decodes a body; undefined for an unknown or broken encoding. */
export function decodeTransfer(body: string, encoding: string): Buffer | undefined {
  if (encoding === "base64") {
    const compact = body.replace(/[\r\n \t]+/g, "");
    return /^[A-Za-z0-9+/]*={0,2}$/.test(compact) ? Buffer.from(compact, "base64") : undefined;
  }
  if (encoding === "quoted-printable") {
    const decoded = body
      .replace(/[ \t]+(?=\r?\n|$)/g, "")
      .replace(/=\r?\n/g, "")
      .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(decoded, "latin1");
  }
  return ["", "7bit", "8bit", "binary"].includes(encoding) ? Buffer.from(body, "latin1") : undefined;
}

/** Encodes bytes as a body in lines of at most 76 characters. */
export function encodeTransfer(bytes: Buffer, encoding: string, newline: string): string {
  if (encoding === "base64") return (bytes.toString("base64").match(/.{1,76}/g) ?? []).join(newline) + newline;
  if (encoding !== "quoted-printable") return bytes.toString("latin1");
  const lines = bytes.toString("latin1").split(/\r?\n/);
  return lines.map((line) => wrapQuoted(quoteLine(line), newline)).join(newline);
}

function quoteLine(line: string): string {
  return line.replace(/[^\t\x20-\x3c\x3e-\x7e]/g, hexOf).replace(/[ \t]$/, hexOf);
}

function hexOf(character: string): string {
  return `=${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

/** Bytes as a single quoted-printable value, with soft line breaks; `used` is the number of characters before it. */
export function quoteValue(bytes: Buffer, newline: string, used: number): string {
  return wrapQuoted(quoteLine(bytes.toString("latin1")), newline, used);
}

function wrapQuoted(line: string, newline: string, used = 0): string {
  const pieces: string[] = [];
  let at = 0;
  while (line.length - at > 76 - (at === 0 ? used : 0)) {
    let cut = at + Math.max(3, 75 - (at === 0 ? used : 0));
    if (line[cut - 1] === "=") cut -= 1;
    else if (line[cut - 2] === "=") cut -= 2;
    pieces.push(`${line.slice(at, cut)}=`);
    at = cut;
  }
  return [...pieces, line.slice(at)].join(newline);
}

const WORD = /=\?([\w.:-]{1,40})(?:\*[\w-]{0,20})?\?([bBqQ])\?([^?\s]{0,1000})\?=/g;

/** The text of a header with encoded words (RFC 2047). Raw 8-bit values are UTF-8 (RFC 6532) or windows-1252. */
export function decodeWords(value: string): string {
  const joined = value.replace(/(\?=)[ \t\r\n]+(?==\?)/g, "$1");
  let text = "";
  let at = 0;
  let bytes: Buffer[] = [];
  let charset = "";
  // Multi-byte characters may be split between words.
  const flush = () => {
    if (bytes.length > 0) text += iconv.decode(Buffer.concat(bytes), charset);
    bytes = [];
  };
  for (const { 0: raw, 1: name = "", 2: kind = "", 3: content = "", index } of joined.matchAll(WORD)) {
    if (!iconv.encodingExists(name)) continue;
    if (index > at || name.toLowerCase() !== charset) flush();
    if (index > at) text += rawText(joined.slice(at, index));
    charset = name.toLowerCase();
    bytes.push(
      kind.toLowerCase() === "b"
        ? Buffer.from(content, "base64")
        : Buffer.from(
            content
              .replaceAll("_", " ")
              .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
            "latin1",
          ),
    );
    at = index + raw.length;
  }
  flush();
  return (text + rawText(joined.slice(at))).replace(/[\r\n]+/g, "");
}

function rawText(latin1: string): string {
  const bytes = Buffer.from(latin1, "latin1");
  const text = bytes.toString("utf8");
  return text.includes("\ufffd") ? iconv.decode(bytes, "windows-1252") : text;
}

/** A header's text as ASCII; if it contains other characters, as folded encoded words in UTF-8. */
export function encodeWords(text: string, newline: string): string {
  const line = text.replace(/\s*[\r\n]+\s*/g, " ");
  if (/^[\x20-\x7e]*$/.test(line) && !line.includes("=?")) return fold(line, newline);
  const words: string[] = [];
  let piece = "";
  for (const character of line) {
    if (Buffer.byteLength(piece + character) > 45) {
      words.push(piece);
      piece = "";
    }
    piece += character;
  }
  return [...words, piece].map((word) => `=?UTF-8?B?${Buffer.from(word).toString("base64")}?=`).join(`${newline} `);
}

function fold(line: string, newline: string): string {
  if (line.length <= 900) return line;
  return line.replace(/(.{1,70}) /g, `$1${newline} `);
}
