import iconv from "iconv-lite";
import { encodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import {
  type DocumentPart,
  type DocumentSegment,
  type Format,
  type FormatWarning,
  type OpenDocument,
  UnreadableFile,
} from "@/lib/formats/format";
import { html } from "@/lib/formats/html/html";
import { type Edit, splice } from "@/lib/formats/splice";
import { txt } from "@/lib/formats/txt";
import { uniqueKeys } from "@/lib/formats/unique-keys";
import { plainSegment, plainText } from "@/lib/text/segment";
import { decodeTransfer, decodeWords, encodeTransfer, encodeWords, type Header, type MimePart, readMime } from "./mime";

const PARTS: readonly DocumentPart[] = ["attributes", "alt_text"];

/** E-mail messages and web archives (RFC 5322, MIME). Their parts are read by the formats for text and HTML. */
export const eml: Format = {
  id: "eml",
  name: "E-mail",
  extensions: ["eml", "mht", "mhtml"],
  mediaTypes: ["message/rfc822"],
  translates: "The subject, and the text and HTML parts, including those of forwarded messages.",
  leaves:
    "Addresses and other headers, attachments byte for byte, and character sets and transfer encodings if they can represent the translation.",
  parts: PARTS,
  matches: (bytes, extension) =>
    eml.extensions.includes(extension) && looksLikeText(bytes) && HEADERS.test(peekText(bytes)),
  async open(bytes, options) {
    const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
    const newline = /\r?\n/.exec(source)?.[0] ?? "\r\n";
    const message = readMime(source);
    const items: Item[] = [];
    const warnings: FormatWarning[] = [];
    let isSigned = false;
    const waiting = [message];
    for (let part = waiting.pop(); part; part = waiting.pop()) {
      if (part.type === "multipart/encrypted" || /^application\/(?:x-)?pkcs7-mime$/.test(part.type))
        throw new UnreadableFile("encrypted", "The message is encrypted. Decrypt it and send it again.");
      isSigned ||= part.type === "multipart/signed" || part.headers.some(({ name }) => name === "dkim-signature");
      const subject = subjectItem(part, newline);
      if (subject) items.push(subject);
      const text = await textItem(source, part, options, newline);
      if (text === "left")
        warnings.push({
          code: "part_skipped",
          count: 1,
          message: "A part of the message has an invalid or unknown encoding and stayed unchanged.",
        });
      else if (text) items.push(text);
      for (const inner of part.parts.toReversed()) waiting.push(inner);
    }
    const segments = uniqueKeys(items.flatMap((item) => item.segments));
    return {
      segments,
      warnings,
      async write(translated, target) {
        const edits: Edit[] = [];
        const more: FormatWarning[] = [];
        let from = 0;
        for (const item of items) {
          const own = translated.slice(from, from + item.segments.length);
          from += item.segments.length;
          const isChanged = own.some(({ text }, i) => text !== null && text !== item.segments[i]!.text);
          if (!isChanged) continue;
          const written = await item.write(own, target);
          edits.push(...written.edits);
          more.push(...written.warnings);
        }
        if (edits.length > 0 && isSigned)
          more.push({
            code: "signature_invalid",
            message: "The message was digitally signed. The signature is not valid for the translation.",
          });
        return {
          bytes: Buffer.from(splice(source, edits), "latin1"),
          mediaType: eml.mediaTypes[0]!,
          extension: eml.extensions[0]!,
          warnings: more,
        };
      },
    };
  },
};

const HEADERS = /^(?:From [^\r\n]{1,500}\r?\n)?[\x21-\x39\x3b-\x7e]{1,200}[ \t]{0,20}:/;

type Write = (
  own: Parameters<OpenDocument["write"]>[0],
  target: string,
) => Promise<{ edits: Edit[]; warnings: readonly FormatWarning[] }>;

/** A translatable piece of the message. */
type Item = { readonly segments: readonly DocumentSegment[]; readonly write: Write };

const REPLY = /^(?:(?:re|fwd?|aw|wg|sv|tr|rv|antw|r|i)(?:\[\d{1,3}\])?:\s*)+/i;

function subjectItem({ headers }: MimePart, newline: string): Item | undefined {
  const header = headers.find(({ name }) => name === "subject");
  const whole = header && decodeWords(header.value).trim();
  if (!header || !whole) return;
  const lead = REPLY.exec(whole)?.[0] ?? "";
  const text = whole.slice(lead.length);
  if (!/\p{L}/u.test(text)) return;
  return {
    segments: [{ ...plainSegment(text), key: "subject" }],
    write: async ([own]) => {
      const words = encodeWords(lead + plainText(own?.text ?? ""), newline);
      return { edits: [{ start: header.start, end: header.end, text: words }], warnings: [] };
    },
  };
}

async function textItem(
  source: string,
  part: MimePart,
  options: Parameters<Format["open"]>[1],
  newline: string,
): Promise<Item | "left" | undefined> {
  const format = part.type === "text/html" ? html : part.type === "text/plain" ? txt : undefined;
  const find = (name: string) => part.headers.find((header) => header.name === name);
  if (!format || /^\s*attachment/i.test(find("content-disposition")?.value ?? "")) return;
  const encoding = (find("content-transfer-encoding")?.value ?? "").trim().toLowerCase();
  const decoded = decodeTransfer(source.slice(part.bodyStart, part.bodyEnd), encoding);
  const charset = (part.parameters.get("charset") ?? "us-ascii").toLowerCase();
  const name = /^(?:us-)?ascii$|^ansi_x3/.test(charset) ? asciiOrBetter(decoded) : charset;
  if (!decoded || !iconv.encodingExists(name)) return "left";
  const text = iconv.decode(decoded, name, { stripBOM: false });
  if (!iconv.encode(text, name, { addBOM: false }).equals(decoded)) return "left";
  if (text.trim() === "") return;
  // The byte order mark determines the encoding, whatever the page declares.
  const document = await format.open(Buffer.from(`${MARK}${text}`), options);
  const write: Write = async (own, target) => {
    const written = await document.write(own, target);
    const content = Buffer.from(written.bytes).toString("utf8").replace(MARK, "");
    const { bytes, warnings } = encodeText(content, { name, bom: false });
    const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const needed = neededEncoding(body, encoding);
    const edits: Edit[] = [];
    // Without a declared character set the body was ASCII or a guess, so the translation must declare one.
    const isDeclared = part.parameters.has("charset") && name === charset && warnings.length === 0;
    if (!isDeclared && body.some((byte) => byte > 0x7f))
      edits.push(...setCharset(part, find("content-type"), warnings.length > 0 ? "utf-8" : name, newline));
    const declared = find("content-transfer-encoding");
    if (needed !== encoding) {
      edits.push(
        declared
          ? { start: declared.start, end: declared.end, text: needed }
          : {
              start: part.headersStart,
              end: part.headersStart,
              text: `Content-Transfer-Encoding: ${needed}${newline}`,
            },
      );
    }
    edits.push({ start: part.bodyStart, end: part.bodyEnd, text: encodeTransfer(body, needed, newline) });
    return { edits, warnings: [...warnings, ...written.warnings] };
  };
  const key = format === html ? "html" : "text";
  return { segments: document.segments.map((segment) => ({ ...segment, key })), write };
}

const MARK = "\ufeff";

/** Undeclared 8-bit text is mostly UTF-8. */
function asciiOrBetter(body: Buffer | undefined): string {
  return body?.toString("utf8").includes("\ufffd") ? "windows-1252" : "utf-8";
}

/** Every mail server accepts seven bits and lines of 998 characters (RFC 5322, 2.1.1). */
function neededEncoding(body: Buffer, encoding: string): string {
  if (encoding === "base64" || encoding === "quoted-printable" || encoding === "binary") return encoding;
  const isLong = body
    .toString("latin1")
    .split("\n")
    .some((line) => line.length > 998);
  const isWide = encoding !== "8bit" && body.some((byte) => byte > 0x7f);
  return isLong || isWide ? "quoted-printable" : encoding;
}

function setCharset(part: MimePart, header: Header | undefined, charset: string, newline: string): Edit[] {
  if (!header) {
    const at = part.headersStart;
    const version =
      part.headers.some(({ name }) => name === "mime-version") || at > 0 ? "" : `MIME-Version: 1.0${newline}`;
    return [{ start: at, end: at, text: `${version}Content-Type: text/plain; charset=${charset}${newline}` }];
  }
  const value = header.value;
  const changed = /charset\s*=/i.test(value)
    ? value.replace(/charset\s*=\s*(?:"[^"]*"|[^\s;]+)/i, `charset=${charset}`)
    : `${value.trimEnd().replace(/;$/, "")}; charset=${charset}`;
  return [{ start: header.start, end: header.end, text: changed }];
}
