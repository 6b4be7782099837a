import { type Format, UnreadableFile } from "@/lib/formats/format";
import { IMAGE_TYPES } from "@/lib/vocabulary/texts";
import { pdf } from "./pdf";

/** Maximum pixels of a picture; an A4 page has 35 million at 600 dpi. */
const MAX_PIXELS = 120_000_000;

export type Picture = {
  readonly extension: "png" | "jpg" | "tif" | "webp" | "gif" | "bmp";
  readonly width: number;
  readonly height: number;
};

/**
 * PNG, JPEG, TIFF, WebP, GIF and BMP. The calling side of the document threads recognises their text with Tesseract
 * (lib/formats/sandbox/recognition.ts), so `open` reads the resulting PDF.
 */
export const picture: Format = {
  id: "image",
  name: "Picture (PNG, JPEG, TIFF, WebP, GIF, BMP)",
  extensions: ["png", "jpg", "jpeg", "tif", "tiff", "webp", "gif", "bmp"],
  mediaTypes: [...IMAGE_TYPES, "image/tiff", "image/gif", "image/bmp"],
  translates:
    "The text that Tesseract recognises, if it is installed. `output=pdf` places the translation over the picture.",
  leaves: "The picture itself, which only PDF output contains.",
  bilingual: ["stacked"],
  outputs: pdf.outputs!,
  writesItself: false,
  matches: (bytes) => pictureOf(bytes) !== null,
  async open(bytes, options) {
    const found = pictureOf(bytes);
    if (!found) return pdf.open(bytes, options);
    if (found.width * found.height > MAX_PIXELS)
      throw new UnreadableFile("too_complex", "The picture has too many pixels. Send a smaller one.");
    throw new UnreadableFile("no_text_layer", "The text of the picture has not been recognised.");
  },
};

/** Kind and size of a picture by its first bytes; null for other files. */
export function pictureOf(bytes: Uint8Array): Picture | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length > 24 && file.readUInt32BE(0) === 0x89504e47 && file.readUInt32BE(4) === 0x0d0a1a0a)
    return { extension: "png", width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
  if (file.length > 4 && file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff)
    return { extension: "jpg", ...jpegSize(file) };
  const mark = file.subarray(0, 4).toString("latin1");
  if (mark === "II*\0" || mark === "MM\0*") return { extension: "tif", ...tiffSize(file, mark === "II*\0") };
  if (file.length < 30) return null;
  if (/^GIF8[79]a/.test(file.toString("latin1", 0, 6)))
    return { extension: "gif", width: file.readUInt16LE(6), height: file.readUInt16LE(8) };
  if (file.toString("latin1", 0, 2) === "BM" && file.readUInt32LE(14) >= 40)
    return { extension: "bmp", width: Math.abs(file.readInt32LE(18)), height: Math.abs(file.readInt32LE(22)) };
  if (mark === "RIFF" && file.toString("latin1", 8, 12) === "WEBP") return { extension: "webp", ...webpSize(file) };
  return null;
}

/** Size by the kind of the first chunk (RFC 9649); zero for other kinds. */
function webpSize(file: Buffer): { width: number; height: number } {
  const kind = file.toString("latin1", 12, 16);
  if (kind === "VP8X") return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
  if (kind === "VP8 ") return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
  const bits = kind === "VP8L" ? file.readUInt32LE(21) : 0;
  return bits === 0 ? { width: 0, height: 0 } : { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
}

/** Size by the frame header (ITU T.81, B.2.2); zero if there is none. */
function jpegSize(file: Buffer): { width: number; height: number } {
  for (let at = 2; at + 9 < file.length && file[at] === 0xff; ) {
    const marker = file[at + 1]!;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
    at += marker === 0xff ? 1 : 2 + file.readUInt16BE(at + 2);
  }
  return { width: 0, height: 0 };
}

/** Size by the first directory (TIFF 6.0, section 2); zero if there is none. */
function tiffSize(file: Buffer, isLittle: boolean): { width: number; height: number } {
  const size = { width: 0, height: 0 };
  const short = (at: number) => (at + 2 > file.length ? 0 : isLittle ? file.readUInt16LE(at) : file.readUInt16BE(at));
  const long = (at: number) => (at + 4 > file.length ? 0 : isLittle ? file.readUInt32LE(at) : file.readUInt32BE(at));
  const directory = long(4);
  for (let i = 0, count = Math.min(short(directory), 200); i < count; i++) {
    const entry = directory + 2 + i * 12;
    const value = short(entry + 2) === 3 ? short(entry + 8) : long(entry + 8);
    if (short(entry) === 256) size.width = value;
    if (short(entry) === 257) size.height = value;
  }
  return size;
}
