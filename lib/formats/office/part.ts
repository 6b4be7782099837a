import { isUtf8 } from "node:buffer";
import { UnreadableFile } from "@/lib/formats/format";
import { parseXml, type XmlDocument, type XmlOptions } from "@/lib/formats/xml";
import type { ZipArchive, ZipEntry } from "@/lib/formats/zip";

/** A text of an archive. */
export type TextPart = {
  /** Name as written in the archive. */
  readonly name: string;
  readonly source: string;
  /** Encodes a changed source in the encoding of the original part. */
  encode(source: string): Uint8Array;
};

/** A parsed XML file of an archive. */
export type Part = TextPart & { readonly document: XmlDocument };

export function isParsed(part: TextPart): part is Part {
  return "document" in part;
}

/** Reads and parses an XML part. */
export function readPart(archive: ZipArchive, entry: ZipEntry, options: XmlOptions = {}): Part {
  return parsePart(entry.name, archive.read(entry), options);
}

/** Parses the bytes of an XML part. */
export function parsePart(name: string, bytes: Buffer, options: XmlOptions = {}): Part {
  const text = decodePart(name, bytes);
  return { ...text, document: parseXml(text.source, { part: name, ...options }) };
}

/**
 * Reads the text of a part: UTF-8 or UTF-16, with or without a byte order mark, as the standards require.
 * @throws {UnreadableFile} Also `encoding`.
 */
export function readText(archive: ZipArchive, entry: ZipEntry): TextPart {
  return decodePart(entry.name, archive.read(entry));
}

function decodePart(name: string, bytes: Buffer): TextPart {
  const encoding = unicodeOf(bytes);
  if (encoding === "utf-8" && !isUtf8(bytes)) {
    throw new UnreadableFile("encoding", `The part ${name} is neither UTF-8 nor UTF-16.`);
  }
  const source =
    encoding === "utf-8" ? bytes.toString("utf8") : new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
  return {
    name,
    source,
    encode: (text) => (encoding === "utf-8" ? Buffer.from(text, "utf8") : utf16(text, encoding)),
  };
}

type Unicode = "utf-8" | "utf-16le" | "utf-16be";

/** The encoding by the byte order mark, or by the position of the NUL next to the leading `<` (XML 1.0, appendix F). */
function unicodeOf(bytes: Buffer): Unicode {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return "utf-16be";
  return "utf-8";
}

function utf16(text: string, encoding: "utf-16le" | "utf-16be"): Buffer {
  const bytes = Buffer.from(text, "utf16le");
  return encoding === "utf-16le" ? bytes : bytes.swap16();
}
