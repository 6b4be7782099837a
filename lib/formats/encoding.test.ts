import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { decodeText, encodeText, looksLikeText, peekText } from "./encoding";

describe("the encoding of a file", () => {
  test.each([
    ["utf-8", "Žluťoučký kůň"],
    ["windows-1251", "Съешь же ещё этих мягких французских булок, да выпей чаю. Широкая электрификация."],
    ["shift_jis", "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。"],
    ["gb18030", "今天天气很好，我们一起去公园散步吧。你想吃什么？"],
    ["euc-kr", "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다."],
    ["windows-1252", "Où sont passés les élèves? « Là-bas »"],
    ["utf-16le", "Plain text without a mark"],
    ["utf-16be", "Plain text without a mark"],
  ])("the encoding %s is detected in a file without a declaration", (name, text) => {
    expect(decodeText(iconv.encode(text, name, { addBOM: false })).text).toBe(text);
  });

  test("valid UTF-8 overrides a declared encoding, and a declared encoding overrides statistical detection", () => {
    const declared = () => "iso-8859-2";
    expect(decodeText(Buffer.from("déjà"), { declared }).encoding.name).toBe("utf-8");
    expect(decodeText(iconv.encode("žluť", "iso-8859-2"), { declared }).text).toBe("žluť");
  });

  test("a pure ASCII file is written in the encoding that it declares", () => {
    const { encoding } = decodeText(Buffer.from("tea"), { declared: () => "windows-1252" });
    expect(Buffer.from(encodeText("thé", encoding).bytes).toString("latin1")).toBe("thé");
  });

  test("a declared encoding is ignored if it is unknown, or if it is UTF-16 in an ASCII file", () => {
    for (const name of ["klingon-8", "utf-16"]) {
      expect(decodeText(Buffer.from("tea"), { declared: () => name }).encoding.name).toBe("utf-8");
    }
  });

  test("a file whose bytes contradict its byte order mark is refused", () => {
    expect(() => decodeText(Buffer.from([0xef, 0xbb, 0xbf, 0xff, 0x41]))).toThrow(/UTF-8/);
  });

  test.each(["utf-8", "utf-16le", "utf-16be", "utf-32le", "utf-32be"])(
    "a file in %s with a byte order mark is read, and written back unchanged",
    (name) => {
      const text = "Žluťoučký kůň 𝄞\r\n吾輩は猫である。";
      const bytes = iconv.encode(`\ufeff${text}`, name, { addBOM: false });
      expect(looksLikeText(bytes)).toBe(true);
      expect(peekText(bytes)).toBe(text);
      const decoded = decodeText(bytes);
      expect(decoded).toEqual({ text, encoding: { name, bom: true }, newline: "\r\n" });
      expect(Buffer.from(encodeText(text, decoded.encoding).bytes)).toEqual(bytes);
    },
  );

  test("text in EBCDIC is refused as an unsupported encoding", () => {
    const letters = (text: string) =>
      Array.from(text, (one) => (one === " " ? 0x40 : 0x81 + ((one.charCodeAt(0) - 97) % 9)));
    const bytes = Uint8Array.from(letters("the big red house has a door and a garden in the old town by the sea"));
    expect(() => decodeText(bytes)).toThrow("encoding");
  });

  test("UTF-32 with an invalid code point is refused", () => {
    const noCharacter = [0xff, 0xff, 0x11, 0x00];
    for (const rest of [noCharacter, [0x41, 0, 0]])
      expect(() => decodeText(Buffer.from([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0, ...rest]))).toThrow(/UTF-32LE/);
  });

  test("bytes in an unknown encoding are unchanged after decoding and encoding", () => {
    const bytes = Buffer.from(Array.from({ length: 224 }, (_, i) => i + 32));
    const { text, encoding } = decodeText(bytes);
    expect(Buffer.from(encodeText(text, encoding).bytes)).toEqual(bytes);
  });
});

test.each([
  ["a\nb\r\nc\nd", "\n"],
  ["a\r\nb\r\nc\n", "\r\n"],
  ["a\rb\r", "\r"],
  ["", "\n"],
])("the most frequent line ending of a file is detected: %j", (text, newline) => {
  expect(decodeText(Buffer.from(text)).newline).toBe(newline);
});

test("binary data is not detected as text", () => {
  expect(looksLikeText(Buffer.from("PK\x03\x04"))).toBe(false);
  expect(looksLikeText(Buffer.from("%PDF-1.7"))).toBe(false);
  expect(looksLikeText(Buffer.from(`${"tea ".repeat(200)}\x03`))).toBe(true);
  expect(looksLikeText(Buffer.from("Tea\tand milk\f\x1a"))).toBe(true);
  expect(looksLikeText(Buffer.from("Tea", "utf16le"))).toBe(true);
});
