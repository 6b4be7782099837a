import {
  type DocumentSegment,
  type Format,
  type FormatWarning,
  leftWarning,
  type OpenDocument,
  type TranslatedText,
  UnreadableFile,
  UnsupportedFormat,
} from "./format";
import { uniqueKeys } from "./unique-keys";
import { looksLikeZip, ZipArchive, type ZipLimits, zipNames } from "./zip";

/** Limits of an archive together with the packages in it. */
const LIMITS: ZipLimits = { entries: 1_000, entryBytes: 128 << 20, totalBytes: 256 << 20, ratio: 200 };
const MAX_PACKED_BYTES = 512 << 20;

/**
 * A ZIP of documents. The result has the same paths; each document keeps its format, other files stay byte for
 * byte. `choose` detects the format of a file, as for an upload.
 */
export function archiveFormat(choose: (bytes: Uint8Array, name: string) => Format): Format {
  const format: Format = {
    id: "zip",
    name: "ZIP of documents",
    extensions: ["zip"],
    mediaTypes: ["application/zip"],
    translates: "Every document, in its own format; the result has the same paths. Options apply to all documents.",
    leaves:
      "Unsupported and damaged files, archives inside the archive, and documents whose result has another format (PDF, Office 97–2003).",
    parts: ["comments", "notes", "headers", "hidden", "metadata", "front_matter", "attributes", "alt_text"],
    options: ["columns", "header", "keys", "overwrite"],
    matches: (bytes, extension) => extension === "zip" && looksLikeZip(bytes) && isOfDocuments(zipNames(bytes)),
    async open(bytes, options) {
      const archive = ZipArchive.open(bytes, LIMITS);
      const members: Member[] = [];
      const left: string[] = [];
      const budget = { bytes: MAX_PACKED_BYTES };
      for (const entry of archive.entries) {
        if (entry.name.endsWith("/") || isHidden(entry.name)) continue;
        const content = archive.read(entry);
        const own = memberFormat(choose, content, entry.name);
        if (own) spend(content, budget);
        const document = own && (await openMember(own, content, options));
        if (!document) left.push(entry.name);
        else if (document.segments.length > 0 || document.finished)
          members.push({ name: entry.name, format: own, document });
      }
      if (members.length === 0 && left.length > 0)
        throw new UnreadableFile("corrupt", "No file in the archive is a document that can be translated in place.");
      const language = members.map(({ document }) => document.declaredLanguage).find(Boolean);
      const finished = members.reduce((sum, { document }) => sum + (document.finished ?? 0), 0);
      return {
        segments: uniqueKeys(
          members.flatMap(({ name, document }) => document.segments.map((segment) => within(name, segment))),
        ),
        warnings: [
          ...members.flatMap(({ name, document }) => document.warnings.map((warning) => ofFile(name, warning))),
          ...leftFiles(left),
        ],
        ...(finished ? { finished } : {}),
        ...(language ? { declaredLanguage: language } : {}),
        async write(translated, target) {
          const changes = new Map<string, Uint8Array>();
          const warnings: FormatWarning[] = [];
          let from = 0;
          for (const { name, format: own, document } of members) {
            const texts = translated.slice(from, from + document.segments.length).map((text) => asDraft(text, own));
            from += document.segments.length;
            if (texts.every((text, i) => isSame(text, document.segments[i]!))) continue;
            const written = await document.write(texts, target);
            changes.set(name, written.bytes);
            warnings.push(...written.warnings.map((warning) => ofFile(name, warning)));
          }
          return { bytes: archive.with(changes), mediaType: format.mediaTypes[0]!, extension: "zip", warnings };
        },
      };
    },
  };
  return format;
}

type Member = { readonly name: string; readonly format: Format; readonly document: OpenDocument };

/** Entries by which packages of other formats are recognised. */
function isOfDocuments(names: readonly string[] | null): boolean {
  return names !== null && !names.some((name) => ["[Content_Types].xml", "mimetype", "designmap.xml"].includes(name));
}

/** Files that file managers add to archives. */
export function isHidden(name: string): boolean {
  return name.split(/[\\/]/).some((part) => part.startsWith(".") || part === "__MACOSX" || part === "Thumbs.db");
}

function memberFormat(
  choose: (bytes: Uint8Array, name: string) => Format,
  bytes: Uint8Array,
  name: string,
): Format | undefined {
  try {
    const format = choose(bytes, name);
    return format.id === "zip" || format.writesItself === false ? undefined : format;
  } catch (error) {
    if (error instanceof UnreadableFile || error instanceof UnsupportedFormat) return;
    throw error;
  }
}

/** Counts the unpacked bytes of all packages in the archive. */
function spend(bytes: Uint8Array, budget: { bytes: number }): void {
  if (!looksLikeZip(bytes)) return;
  try {
    for (const { size } of ZipArchive.open(bytes).entries) budget.bytes -= size;
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
  }
  if (budget.bytes < 0)
    throw new UnreadableFile("hostile", "The documents of the archive are too large after unpacking.");
}

async function openMember(
  format: Format,
  bytes: Uint8Array,
  options: Parameters<Format["open"]>[1],
): Promise<OpenDocument | undefined> {
  try {
    return await format.open(bytes, options);
  } catch (error) {
    if (error instanceof UnreadableFile && error.reason !== "hostile") return;
    throw error;
  }
}

function within(name: string, segment: DocumentSegment): DocumentSegment {
  return { ...segment, key: segment.key === undefined ? name : `${name}: ${segment.key}` };
}

function ofFile(name: string, warning: FormatWarning): FormatWarning {
  return { ...warning, message: `${name}: ${warning.message}` };
}

function leftFiles(left: readonly string[]): FormatWarning[] {
  return leftWarning(
    left,
    left.length === 1 ? "One file is left as it is" : `${left.length} files are left as they are`,
  );
}

/** Marks machine translations as needing review if the file's format has such a state. */
function asDraft(text: TranslatedText, { marksDrafts }: Format): TranslatedText {
  return marksDrafts && text.state === undefined && text.text !== null ? { ...text, state: "draft" } : text;
}

function isSame({ text, forms, skip }: TranslatedText, segment: DocumentSegment): boolean {
  return !skip && !forms && (text === null || text === (segment.target?.text ?? segment.text));
}
