import { expect, test } from "vitest";
import { readImage } from "./image";

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(" ", ""), "hex"));
const ascii = (text: string) => Buffer.from(text, "latin1").toString("hex");

const PNG = bytes("89504e470d0a1a0a 0000000d 49484452 00000280 000001e0 0802000000");
// SOI, APP0 (4 bytes), a fill byte, SOF2 with 8 bits, 480 × 640.
const JPEG = bytes("ffd8 ffe0 0004 0000 ff ffc2 0011 08 01e0 0280 03");
const LOSSY = bytes(`${ascii("RIFF")} 00000000 ${ascii("WEBPVP8 ")} 00000000 000000 9d012a 8002 e001`);
const LOSSLESS = bytes(`${ascii("RIFF")} 00000000 ${ascii("WEBPVP8L")} 00000000 2f 7fc27700 00`);
const EXTENDED = bytes(`${ascii("RIFF")} 00000000 ${ascii("WEBPVP8X")} 0a000000 00000000 7f0200 df0100`);

test.each([
  ["PNG", PNG, "image/png"],
  ["progressive JPEG", JPEG, "image/jpeg"],
  ["lossy WebP", LOSSY, "image/webp"],
  ["lossless WebP", LOSSLESS, "image/webp"],
  ["extended WebP", EXTENDED, "image/webp"],
])("readImage reads type and size of a %s from its header", (_, given, mediaType) => {
  expect(readImage(given)).toEqual({ mediaType, width: 640, height: 480 });
});

test.each([
  ["nothing", new Uint8Array()],
  ["an HTML page", Buffer.from("<!doctype html><script>alert(1)</script>")],
  ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ["a GIF", Buffer.from("GIF89a\u0001\u0000\u0001\u0000", "latin1")],
  ["a PNG that ends early", PNG.subarray(0, 18)],
  ["a PNG without width", bytes("89504e470d0a1a0a 0000000d 49484452 00000000 000001e0")],
  ["a JPEG without a frame", bytes("ffd8 ffe0 0004 0000 ffd9 0000")],
  ["a JPEG with a length of zero", bytes("ffd8 ffe0 0000 ffc0")],
  ["a WebP of an unknown kind", bytes(`${ascii("RIFF")} 00000000 ${ascii("WEBPABCD")} 00000000`)],
])("readImage refuses %s", (_, given) => {
  expect(readImage(given)).toBeNull();
});
