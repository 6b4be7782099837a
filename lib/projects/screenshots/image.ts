import type { ImageType } from "@/lib/vocabulary/texts";

/** Kind and size of a picture, in pixels. */
export type Image = { readonly mediaType: ImageType; readonly width: number; readonly height: number };

/**
 * Reads the type and size of a picture from its first bytes, ignoring its name. Null for other types or a damaged
 * header. Decodes nothing.
 */
export function readImage(bytes: Uint8Array): Image | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readPng(view) ?? readJpeg(view) ?? readWebp(view);
  } catch (error) {
    // The header ends before all of its fields.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** PNG, third edition, section 11.2.1: the first chunk is IHDR. */
function readPng(view: Buffer): Image | null {
  if (!view.subarray(0, 8).equals(PNG) || view.toString("latin1", 12, 16) !== "IHDR") return null;
  return sized("image/png", view.readUInt32BE(16), view.readUInt32BE(20));
}

/** ITU T.81, section B.2.2: a frame header (SOF) contains the size. Other segments are skipped by their length. */
function readJpeg(view: Buffer): Image | null {
  if (view.length < 4 || view.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at < view.length; ) {
    if (view.readUInt8(at) !== 0xff) return null;
    const marker = view.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isFrame(marker)) return sized("image/jpeg", view.readUInt16BE(at + 7), view.readUInt16BE(at + 5));
    else if (marker === 0xda || marker === 0xd9) return null;
    else {
      const length = view.readUInt16BE(at + 2);
      if (length < 2) return null;
      at += 2 + length;
    }
  }
  return null;
}

/** SOF0–SOF15 without DHT, JPG and DAC, which share their range. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** RFC 9649: a lossy, lossless or extended picture in a RIFF container. */
function readWebp(view: Buffer): Image | null {
  if (view.toString("latin1", 0, 4) !== "RIFF" || view.toString("latin1", 8, 12) !== "WEBP") return null;
  switch (view.toString("latin1", 12, 16)) {
    case "VP8 ":
      if (view.readUIntBE(23, 3) !== 0x9d012a) return null;
      return sized("image/webp", view.readUInt16LE(26) & 0x3fff, view.readUInt16LE(28) & 0x3fff);
    case "VP8L": {
      if (view.readUInt8(20) !== 0x2f) return null;
      const bits = view.readUInt32LE(21);
      return sized("image/webp", (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case "VP8X":
      return sized("image/webp", view.readUIntLE(24, 3) + 1, view.readUIntLE(27, 3) + 1);
    default:
      return null;
  }
}

function sized(mediaType: ImageType, width: number, height: number): Image | null {
  return width > 0 && height > 0 ? { mediaType, width, height } : null;
}
