import { type Format, UnreadableFile } from "@/lib/formats/format";
import { looksLikeZip } from "@/lib/formats/zip";
import { docx } from "./docx";
import { pptx } from "./pptx";
import { xlsx } from "./xlsx";

/**
 * Office documents before 2007 (MS-CFB, MS-DOC, MS-XLS, MS-PPT). The calling side of the document threads converts them
 * to the current format with LibreOffice (lib/formats/sandbox/libreoffice.ts), so `open` reads the converted bytes.
 */
export type LegacyFormat = Format & {
  /** Names of the stream that contains the document; the first is the usual one. */
  readonly streams: readonly string[];
  /** The format of the converted document. */
  readonly modern: Format;
  /** The LibreOffice program that reads the document. */
  readonly program: "writer" | "calc" | "impress";
};

export const doc = legacyFormat({
  id: "doc",
  name: "Word 97–2003 document",
  extensions: ["doc", "dot"],
  mediaTypes: ["application/msword"],
  streams: ["WordDocument"],
  modern: docx,
  program: "writer",
});

export const xls = legacyFormat({
  id: "xls",
  name: "Excel 97–2003 workbook",
  extensions: ["xls", "xlt"],
  mediaTypes: ["application/vnd.ms-excel"],
  // Some programs write these names in capitals; Excel 95 calls the stream Book.
  streams: ["Workbook\0", "WORKBOOK\0", "Book\0"],
  modern: xlsx,
  program: "calc",
});

export const ppt = legacyFormat({
  id: "ppt",
  name: "PowerPoint 97–2003 presentation",
  extensions: ["ppt", "pps", "pot"],
  mediaTypes: ["application/vnd.ms-powerpoint"],
  streams: ["PowerPoint Document"],
  modern: pptx,
  program: "impress",
});

export const LEGACY_FORMATS: readonly LegacyFormat[] = [doc, xls, ppt];

type Named = Pick<LegacyFormat, "id" | "name" | "extensions" | "mediaTypes" | "streams" | "modern" | "program">;

function legacyFormat(named: Named): LegacyFormat {
  const { modern, streams, name } = named;
  return {
    ...named,
    translates: `The same as in the current format (${modern.name}), which is the format of the result. LibreOffice must be installed to convert the document.`,
    leaves: "Macros are removed. The rest is as LibreOffice converts it.",
    ...(modern.parts ? { parts: modern.parts } : {}),
    ...(modern.onRequest ? { onRequest: modern.onRequest } : {}),
    ...(modern.bilingual ? { bilingual: modern.bilingual } : {}),
    ...(modern.options ? { options: modern.options } : {}),
    outputs: [modern.id],
    writesItself: false,
    matches: (bytes) => isCompoundFile(bytes) && streams.some((stream) => holdsStream(bytes, stream)),
    async open(bytes, options) {
      if (!looksLikeZip(bytes)) throw new UnreadableFile("corrupt", `The ${name} has not been converted.`);
      const document = await modern.open(bytes, options);
      return {
        ...document,
        warnings: [
          {
            code: "converted",
            message: `LibreOffice converted the document to the current format (.${modern.extensions[0]}). Compare the layout with the original.`,
          },
          ...document.warnings,
        ],
      };
    },
  };
}

const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0];

/** True for OLE compound files: Office before 2007, or a newer document in an encrypted package. */
export function isCompoundFile(bytes: Uint8Array): boolean {
  return COMPOUND_FILE.every((byte, i) => bytes[i] === byte);
}

/** Whether a compound file contains a stream. The names in its directory are UTF-16 (MS-CFB 2.6.1). */
export function holdsStream(bytes: Uint8Array, name: string): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from(name, "utf16le"));
}
